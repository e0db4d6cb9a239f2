namespace AkkaInstrumentation.Tests;

/// <summary>One measurement: of a histogram as it was recorded, of an observable instrument as it was at the poll.</summary>
public sealed record Measured(Instrument Instrument, double Value, IReadOnlyList<KeyValuePair<string, object?>> Tags)
{
    public string Name => Instrument.Name;

    public object? Tag(string key) => Tags.FirstOrDefault(tag => tag.Key == key).Value;

    public bool Has(IEnumerable<(string Key, object? Value)> tags) => tags.All(tag => Equals(Tag(tag.Key), tag.Value));

    public override string ToString() => $"{Name} = {Value} {{{string.Join(", ", Tags.Select(tag => $"{tag.Key}={tag.Value}"))}}}";
}
