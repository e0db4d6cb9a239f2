namespace AkkaInstrumentation;

/// <summary>
/// What a sender records about a message without <see cref="MessageMetadata"/>, in 8 bytes beside the message. It is one of three: nothing; that the
/// message was sent in a trace that is not sampled and has no id (<see cref="NonRecordingContext.Nameless"/>); or the time of sending.
/// </summary>
internal readonly struct InlineStamp
{
    // a timestamp, or -1 for Unsampled
    private readonly long _value;

    /// <param name="stamp">The time of sending, with its weight.</param>
    public InlineStamp(WeightedTimestamp stamp) => _value = stamp.Packed;

    private InlineStamp(long value) => _value = value;

    /// <summary>The message was sent in <see cref="NonRecordingContext.Nameless"/>.</summary>
    public static InlineStamp Unsampled => new(-1);

    public bool IsNone => _value == 0;

    public bool IsUnsampled => _value < 0;

    public bool IsStamp => _value > 0;

    /// <summary>The timestamp; none for another kind of stamp.</summary>
    public WeightedTimestamp Stamp => IsStamp ? WeightedTimestamp.Of(_value) : default;

    public bool Is(InlineStamp other) => _value == other._value;
}
