namespace AkkaInstrumentation;

/// <summary>A count with its tags. Any thread; for rare events.</summary>
internal sealed class TaggedCount(KeyValuePair<string, object?>[] tags)
{
    private long _value;

    public KeyValuePair<string, object?>[] Tags { get; } = tags;

    public long Value => Interlocked.Read(ref _value);

    /// <summary>Returns the new value.</summary>
    public long Increment(long by = 1) => Interlocked.Add(ref _value, by);
}
