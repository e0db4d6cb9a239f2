using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Selects the messages to one actor type that are timed: every one up to a rate, and above it one in 2^k at random, so that neither the order
/// of messages nor a burst decides. Senders call it. They share no written memory unless a message is chosen. A leaky bucket adapts the share.
/// Each chosen message raises its level, and <see cref="RateAdaptation"/> lowers the level at the rate. When the level exceeds a second's
/// worth, the share is halved at once, and again after each further eighth of that. So a burst after a rest soon finds its share. When the
/// bucket is nearly empty, the share doubles.
/// </summary>
/// <param name="perSecond">Approximate limit of timed messages per second; 0 for all messages.</param>
/// <param name="adaptation">The actor system's adaptation timer.</param>
internal sealed class TimingRate(int perSecond, RateAdaptation adaptation)
{
    /// <summary>The smallest share is one in 2^24.</summary>
    public const int MaxShift = 24;

    // The part of a second's worth that may still be chosen before the share is halved again: one eighth.
    private const int Step = 8;

    // Above about this number of records a second, recording would cost as much as the sampling saves.
    private const int RecordsPerSecond = 8_000;

    private readonly object _lock = new();
    private int _perSecond = perSecond;
    private ulong _threshold = SamplingRandom.Always;

    // the k of the current share, one in 2^k
    private volatile int _shift;
    private int _level;

    /// <summary>Times every message.</summary>
    public static TimingRate All { get; } = new(0, new RateAdaptation(() => { }));

    /// <summary>Whether there is no limit, so every message is timed.</summary>
    public bool TimesAll => Volatile.Read(ref _perSecond) == 0;

    /// <summary>
    /// Whether another thread may record a measurement later. A read also makes sure that the adaptation runs, which records the measurements. If
    /// every message is measured, there would be too many of them, and two threads would write into one histogram.
    /// </summary>
    public bool LeavesForLater
    {
        get
        {
            if (TimesAll)
            {
                return false;
            }

            adaptation.Touch();
            return true;
        }
    }

    /// <summary>The current share of messages that is timed, of <see cref="SamplingRandom.Always"/>.</summary>
    public ulong Threshold
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Volatile.Read(ref _threshold);
    }

    /// <summary>
    /// The maximum number of times that one value is recorded in a histogram. A histogram has no weights, so a value that stands for 2^k messages is
    /// recorded 2^k times.
    /// </summary>
    public int MaxTimes => Math.Clamp(RecordsPerSecond / Math.Max(Volatile.Read(ref _perSecond), 1), 8, 64);

    /// <summary>Called when a message was chosen. Sender's thread.</summary>
    public void CountTimed()
    {
        var perSecond = _perSecond;
        if (perSecond == 0)
        {
            return;
        }

        adaptation.Touch();
        if (Interlocked.Increment(ref _level) > perSecond)
        {
            Halve();
        }
    }

    /// <summary>
    /// Sets the rate; 0 for all messages. Each adaptation calls it, so an actor type that is created at the moment of a change gets the new rate too.
    /// </summary>
    public void Limit(int perSecond)
    {
        if (perSecond == Volatile.Read(ref _perSecond))
        {
            return;
        }

        lock (_lock)
        {
            Volatile.Write(ref _perSecond, perSecond);
            Volatile.Write(ref _level, 0);
            if (perSecond == 0)
            {
                Become(0);
            }
        }
    }

    /// <summary>Called every tenth of a second.</summary>
    public void Adapt()
    {
        lock (_lock)
        {
            var leaks = Math.Min(Volatile.Read(ref _level), _perSecond / RateAdaptation.PerSecond);
            if (Interlocked.Add(ref _level, -leaks) < _perSecond / 4 && _shift > 0)
            {
                Become(_shift - 1);
            }
        }
    }

    private void Halve()
    {
        lock (_lock)
        {
            // Another sender may have halved the share already.
            if (Volatile.Read(ref _level) > _perSecond && _shift < MaxShift)
            {
                Become(_shift + 1);
                Interlocked.Add(ref _level, -_perSecond / Step);
            }
        }
    }

    private void Become(int shift)
    {
        _shift = shift;
        Volatile.Write(ref _threshold, SamplingRandom.Always >> shift);
    }
}
