using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Which messages to one actor type are timed: every one up to a rate, above it one in 2^k, by chance, so that neither
/// the order of messages nor a burst decides. Senders ask; they share no written memory unless a message is chosen.
/// A leaky bucket adapts the share: each chosen message raises it, <see cref="Pulse"/> lets it leak at the rate. When it
/// holds more than a second's worth the share is halved at once, and again after each further eighth of that, so that a burst out
/// of rest soon finds its share; when it is nearly empty the share doubles.
/// </summary>
internal sealed class TimingRate
{
    private const int MaxShift = 24;

    // of a second's worth, what may still be chosen until the share is halved again
    private const int Step = 8;

    private readonly object _lock = new();
    private int _perSecond;
    private readonly Pulse _pulse;
    private ulong _threshold = Coin.Always;
    private int _shift;
    private int _level;

    /// <param name="perSecond">Messages a second that are timed at most, about; 0 for all of them.</param>
    /// <param name="pulse">The actor system's.</param>
    public TimingRate(int perSecond, Pulse pulse)
    {
        _perSecond = perSecond;
        _pulse = pulse;
    }

    /// <summary>Every one, whatever the rate.</summary>
    public static TimingRate All { get; } = new(0, new Pulse(_ => { }));

    /// <summary>Whether there is no rate: every message is timed, however many there are.</summary>
    public bool IsOfAll => Volatile.Read(ref _perSecond) == 0;

    /// <summary>The share of messages that is timed now, of <see cref="Coin.Always"/>.</summary>
    public ulong Threshold
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Volatile.Read(ref _threshold);
    }

    /// <summary>A message was chosen. Its sender's thread.</summary>
    public void Chosen()
    {
        var perSecond = _perSecond;
        if (perSecond == 0)
        {
            return;
        }

        _pulse.Touch();
        if (Interlocked.Increment(ref _level) > perSecond)
        {
            Halve();
        }
    }

    /// <summary>Sets the rate, 0 for all messages. With the pulse, so that an actor type that is made in the moment of a change gets it too.</summary>
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

    /// <summary>A tenth of a second has passed.</summary>
    public void Pulsed()
    {
        lock (_lock)
        {
            var leaks = Math.Min(Volatile.Read(ref _level), _perSecond / Pulse.PerSecond);
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
            // another sender may have been here first
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
        Volatile.Write(ref _threshold, Coin.Always >> shift);
    }
}
