using OpenTelemetry;
using OpenTelemetry.Context;

namespace AkkaInstrumentation;

/// <summary>Lets OpenTelemetry's <see cref="Baggage.Current"/> flow with messages.</summary>
internal static class OpenTelemetryBaggage
{
    /// <summary>
    /// The name of the slot in which OpenTelemetry.Api (1.20, Baggage.cs) keeps the baggage. The slot contains an object that is changed in place. So
    /// an assignment of <see cref="Baggage.Current"/> would also change it for the sender, wherever the sender's context has flowed. Clearing the
    /// slot first gives the handler its own object. A test fails when the name changes.
    /// </summary>
    internal const string Slot = "otel.baggage";

    /// <summary>If OpenTelemetry keeps the baggage elsewhere, this reports one event, and the baggage does not flow.</summary>
    public static void Connect()
    {
        try
        {
            // the first read creates the slot
            _ = Baggage.Current;
            _ = RuntimeContext.GetValue(Slot);
            AmbientBaggage.Connect(Read, Replace, ItemsOf, Create);
        }
        catch (ArgumentException e)
        {
            TelemetryFault.Report(TelemetryFault.Baggage, e);
        }
    }

    private static object? Read() => Baggage.Current is { Count: > 0 } baggage ? baggage : null;

    private static IEnumerable<KeyValuePair<string, string?>> ItemsOf(object value) =>
        value is Baggage baggage ? baggage.GetBaggage().Select(item => new KeyValuePair<string, string?>(item.Key, item.Value)) : [];

    // Baggage from another node may have the same key twice.
    private static object Create(IReadOnlyList<KeyValuePair<string, string?>> items) =>
        Baggage.Create(items.GroupBy(item => item.Key, StringComparer.Ordinal)
            .ToDictionary(same => same.Key, same => same.Last().Value ?? "", StringComparer.Ordinal));

    // An empty baggage is removed too. It may be the sender's object, and the handler's changes must not reach the sender.
    private static void Replace(object? value)
    {
        if (RuntimeContext.GetValue(Slot) is not null)
        {
            RuntimeContext.SetValue(Slot, null);
        }

        if (value is Baggage baggage)
        {
            Baggage.Current = baggage;
        }
    }
}
