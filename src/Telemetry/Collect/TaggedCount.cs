namespace AkkaInstrumentation;

/// <summary>A count with the tags that it is shown under. Any thread; for what happens seldom.</summary>
internal sealed class TaggedCount(KeyValuePair<string, object?>[] tags)
{
    private long _value;

    public KeyValuePair<string, object?>[] Tags { get; } = tags;

    public long Value => Interlocked.Read(ref _value);

    public void Increment() => Interlocked.Increment(ref _value);
}
