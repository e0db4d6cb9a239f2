namespace AkkaInstrumentation;

/// <summary>
/// Handlers' times of the messages that are measured, awaiting included. Any thread; not called for other messages. The two sums are read one
/// after the other, so the last message may be in one of them alone: benign, since it is one of many.
/// </summary>
internal struct ServiceTimes
{
    private long _ticks;
    private long _messages;

    public readonly long TotalTicks => Volatile.Read(in _ticks);

    public readonly long Messages => Volatile.Read(in _messages);

    /// <param name="ticks">How long a message took.</param>
    /// <param name="shift">It stands for 2 to the power of this.</param>
    public void Add(long ticks, int shift = 0)
    {
        Interlocked.Add(ref _ticks, Math.Max(ticks, 0) << shift);
        Interlocked.Add(ref _messages, 1L << shift);
    }
}
