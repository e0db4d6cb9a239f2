namespace AkkaInstrumentation;

/// <summary>
/// What a sender noted about a message that has no <see cref="Note"/>, in 8 bytes that wait beside the message: nothing, that it was sent in a
/// trace that is not sampled and that many messages share, or when it was sent.
/// </summary>
internal readonly struct Mark
{
    // a stamp, or the negative time of the trace
    private readonly long _value;

    /// <param name="stamp">When it was sent.</param>
    public Mark(Chosen stamp) => _value = stamp.Packed;

    private Mark(long value) => _value = value;

    /// <summary>Sent in the trace that is shared by what began at a time of the <see cref="CoarseClock"/>.</summary>
    public static Mark Unsampled(long tick) => new(-tick);

    public bool IsNone => _value == 0;

    public bool IsUnsampled => _value < 0;

    public bool IsStamp => _value > 0;

    /// <summary>When the shared trace began that it was sent in; meaningless when it is something else.</summary>
    public long Tick => -_value;

    /// <summary>None when it is something else.</summary>
    public Chosen Stamp => IsStamp ? Chosen.Of(_value) : default;

    public bool Is(Mark other) => _value == other._value;
}
