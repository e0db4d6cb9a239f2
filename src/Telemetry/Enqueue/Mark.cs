namespace AkkaInstrumentation;

/// <summary>
/// What a sender noted about a message that has no <see cref="Note"/>, in 8 bytes that wait beside the message: nothing, that it was sent in a
/// trace that is not sampled, or when it was sent.
/// </summary>
internal readonly struct Mark
{
    // no stamp looks like this: its ticks are never 0
    private const long InUnsampled = 1;

    private readonly long _value;

    /// <param name="stamp">When it was sent.</param>
    public Mark(Chosen stamp) => _value = stamp.Packed;

    private Mark(long value) => _value = value;

    public static Mark Unsampled => new(InUnsampled);

    public bool IsNone => _value == 0;

    public bool IsUnsampled => _value == InUnsampled;

    public bool IsStamp => (ulong)_value > InUnsampled;

    /// <summary>None when it is something else.</summary>
    public Chosen Stamp => IsStamp ? Chosen.Of(_value) : default;

    public bool Is(Mark other) => _value == other._value;
}
