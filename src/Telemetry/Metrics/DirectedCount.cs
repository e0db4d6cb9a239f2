namespace AkkaInstrumentation;

/// <summary>Envelopes in one direction, and the bytes that their contexts added. Any thread.</summary>
internal sealed class DirectedCount(SystemTags system, string direction)
{
    private long _count;
    private long _bytes;

    public KeyValuePair<string, object?>[] Tags { get; } = system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.RemoteDirection, direction));

    public long Count => Interlocked.Read(ref _count);

    public long Bytes => Interlocked.Read(ref _bytes);

    public void Add(int bytes)
    {
        Interlocked.Increment(ref _count);
        Interlocked.Add(ref _bytes, bytes);
    }
}
