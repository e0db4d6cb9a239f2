namespace AkkaInstrumentation;

/// <summary>
/// The time that messages of one type kept the threads of one dispatcher busy, estimated from the timed messages. These
/// are few, so the sum is interlocked.
/// </summary>
internal sealed class BusyTime(MessageTypeInfo message, DispatcherMeter dispatcher, BusyTime? next)
{
    private long _ticks;

    public DispatcherMeter Dispatcher { get; } = dispatcher;

    public KeyValuePair<string, object?>[] Tags { get; } =
        [.. message.Tags, new(AkkaMetricAttributes.DispatcherId, dispatcher.Id)];

    /// <summary>The same message type on another dispatcher.</summary>
    public BusyTime? Next { get; } = next;

    public double Seconds => Ticks.ToSeconds(Interlocked.Read(ref _ticks));

    public void Add(long ticks, int shift) => Interlocked.Add(ref _ticks, Math.Max(ticks, 0) << shift);
}
