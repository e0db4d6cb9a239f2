using System.Numerics;

namespace AkkaInstrumentation;

/// <summary>
/// In 8 bytes: how a message ended, how long it waited and how long it worked. They are one word, so that an end is one write. A duration has 30
/// bits: 25 for the value and 5 for a shift. Up to 2^25 ticks it is exact, above that to one part in 2^24. While a message runs, the bits of the second
/// duration hold its number. So the end of a message is never written to a later message at the same place.
/// </summary>
/// <param name="packed">The 8 bytes.</param>
internal readonly struct LastMessageState(long packed)
{
    private const int Bits = 30;
    private const int ValueBits = 25;
    private const long Mask = (1L << Bits) - 1;
    private const long Unknown = Mask;

    // The outcome that a running message will have.
    private const long RunningMark = 8;
    private const int OutcomeAt = 2 * Bits;

    public long Packed => packed;

    public bool IsRunning => (packed >>> OutcomeAt & RunningMark) != 0;

    public AkkaMessageOutcome Outcome => IsRunning ? AkkaMessageOutcome.Running : Expected;

    /// <summary>The outcome of a message that has ended, or the one that a running message will have unless it fails.</summary>
    public AkkaMessageOutcome Expected => (AkkaMessageOutcome)(packed >>> OutcomeAt & ~RunningMark);

    /// <summary>Ticks; negative when they are not known.</summary>
    public long Waited => Unpack(packed >>> Bits & Mask);

    /// <summary>Ticks; negative while the message runs and when they are not known.</summary>
    public long Worked => IsRunning ? -1 : Unpack(packed & Mask);

    /// <summary>A message begins.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="waited">Ticks; negative when they are not known.</param>
    public static LastMessageState Begun(long number, long waited) =>
        new((RunningMark | (long)AkkaMessageOutcome.Processed) << OutcomeAt | Pack(waited) << Bits | (number & Mask));

    /// <summary>The same with the outcome that the message will have.</summary>
    public LastMessageState Expecting(AkkaMessageOutcome outcome) =>
        new((packed & ((1L << OutcomeAt) - 1)) | (RunningMark | (long)outcome) << OutcomeAt);

    /// <summary>The same at the message's end.</summary>
    /// <param name="outcome">How it ended.</param>
    /// <param name="worked">Ticks; negative when they are not known.</param>
    public LastMessageState Ended(AkkaMessageOutcome outcome, long worked) =>
        new((long)outcome << OutcomeAt | (packed & (Mask << Bits)) | Pack(worked));

    private static long Pack(long ticks)
    {
        if ((ulong)ticks < 1UL << ValueBits)
        {
            return ticks;
        }

        if (ticks < 0)
        {
            return Unknown;
        }

        var shift = BitOperations.Log2((ulong)ticks) - (ValueBits - 1);
        return shift >= 1 << (Bits - ValueBits) ? Unknown - 1 : Math.Min(Unknown - 1, (long)shift << ValueBits | ticks >> shift);
    }

    private static long Unpack(long code) => code == Unknown ? -1 : (code & ((1L << ValueBits) - 1)) << (int)(code >> ValueBits);
}
