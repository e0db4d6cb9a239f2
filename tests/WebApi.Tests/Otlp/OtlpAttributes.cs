namespace AkkaInstrumentation.Tests;

/// <summary>Attributes as OTLP writes them: a list of keys and values of one of some types.</summary>
public static class OtlpAttributes
{
    public static IReadOnlyDictionary<string, object> Read(IEnumerable<WireMessage> attributes) =>
        attributes.ToDictionary(attribute => attribute.Text(1), attribute => Value(attribute.Message(2)!));

    private static object Value(WireMessage value)
    {
        if (value.Has(1))
        {
            return value.Text(1);
        }

        if (value.Has(2))
        {
            return value.Number(2) != 0;
        }

        if (value.Has(3))
        {
            return (long)value.Number(3);
        }

        return value.Floating(4);
    }
}
