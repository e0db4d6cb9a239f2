namespace AkkaInstrumentation;

/// <summary>Handlers' times of the messages that are measured, awaiting included. Any thread; not called for other messages.</summary>
internal struct ServiceTimes
{
    private long _ticks;
    private long _messages;

    public readonly long TotalTicks => Volatile.Read(in _ticks);

    public readonly long Messages => Volatile.Read(in _messages);

    public void Add(long ticks)
    {
        Interlocked.Add(ref _ticks, Math.Max(ticks, 0));
        Interlocked.Increment(ref _messages);
    }
}
