namespace AkkaInstrumentation;

/// <summary>
/// Processing times of the measured messages, awaiting included. Any thread; not called for other messages. The two sums are read one
/// after the other, so only one of them may contain the last message. This race is benign: it is one message of many.
/// </summary>
internal struct ServiceTimes
{
    private long _ticks;
    private long _messages;

    public readonly long TotalTicks => Volatile.Read(in _ticks);

    public readonly long Messages => Volatile.Read(in _messages);

    /// <param name="ticks">The processing time of a message.</param>
    /// <param name="shift">The message stands for 2^shift messages.</param>
    public void Add(long ticks, int shift = 0)
    {
        Interlocked.Add(ref _ticks, Math.Max(ticks, 0) << shift);
        Interlocked.Add(ref _messages, 1L << shift);
    }
}
