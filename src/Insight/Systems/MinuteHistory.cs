using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The pauses of the garbage collector and the numbers of started and stopped actors of each type, at each of the last minutes. It keeps a few
/// numbers for each type, and the number of types is limited. The watch of mailboxes and reads of a diagnosis take the samples. Any thread, under its
/// lock.
/// </summary>
/// <param name="metrics">The metrics that have the actor types.</param>
/// <param name="step">The time between two samples; null for a minute.</param>
/// <param name="least">The increase in living actors at each step from which a type counts as growing.</param>
internal sealed class MinuteHistory(SystemMetrics metrics, TimeSpan? step = null, int least = 10)
{
    private const int Minutes = 5;

    // A timer is never on time to the millisecond.
    private readonly long _step = Ticks.From(step ?? TimeSpan.FromMinutes(1)) * 59 / 60;

    // The oldest first.
    private readonly Queue<Moment> _moments = new();

    /// <summary>Keeps the present moment, if the last one is a minute ago.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Sample(long now)
    {
        lock (_moments)
        {
            if (_moments.Count > 0 && now - _moments.Last().At < _step)
            {
                return;
            }

            if (_moments.Count > Minutes)
            {
                _moments.Dequeue();
            }

            _moments.Enqueue(new(now, GC.GetTotalPauseDuration(), GC.CollectionCount(2),
                metrics.ActorTypes.ToDictionary(type => type, type => type.Mailboxes.Counts)));
        }
    }

    /// <summary>How long the garbage collector has stopped all threads in the last half to one and a half minutes; null at first.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public CollectorPauses? Pauses(long now)
    {
        lock (_moments)
        {
            return _moments.LastOrDefault(moment => now - moment.At >= _step / 2) is not { } before ? null : new(
                (GC.GetTotalPauseDuration() - before.Paused).TotalSeconds, Ticks.ToSeconds(now - before.At), GC.CollectionCount(2) - before.Full);
        }
    }

    /// <summary>The actor types that have grown in each of the last minutes and of which hardly any actor stops; none if there are too few
    /// samples.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public IReadOnlyList<GrowingType> Growing(long now)
    {
        lock (_moments)
        {
            return _moments.Count <= Minutes ? [] :
            [
                .. from type in metrics.ActorTypes
                   let counts = type.Mailboxes.Counts
                   where GrowingType.Grows([.. _moments.Select(moment => moment.Types.GetValueOrDefault(type)), counts], least)
                   let before = _moments.Peek().Types.GetValueOrDefault(type)
                   let latest = type.Mailboxes.Latest
                   select new GrowingType(type.Name, latest?.Path ?? "", counts.Live, counts.Live - before.Live,
                       counts.Stopped - before.Stopped, Ticks.ToSeconds(now - _moments.Peek().At))
                   {
                       Parent = latest is null ? "" : ActorTypeNames.PathOf(latest.Self.Path.Parent),
                   },
            ];
        }
    }

    private sealed record Moment(long At, TimeSpan Paused, int Full, Dictionary<ActorTypeInfo, ActorCounts> Types);
}

/// <summary>The garbage collections of the process in a period.</summary>
/// <param name="PausedSeconds">How long they stopped all threads.</param>
/// <param name="Seconds">The length of the time.</param>
/// <param name="Full">Collections of generation 2.</param>
internal sealed record CollectorPauses(double PausedSeconds, double Seconds, int Full)
{
    public double Share => PausedSeconds / Seconds;
}

/// <summary>An actor type whose number of living actors grows in each minute.</summary>
/// <param name="ActorType">Readable name of the type.</param>
/// <param name="Path">The path of one of the actors, usually the latest, without the address; empty for none.</param>
/// <param name="Live">The number of living actors.</param>
/// <param name="More">The increase since the begin of the period.</param>
/// <param name="Stopped">The number of actors that have stopped in the period.</param>
/// <param name="Seconds">The length of the time.</param>
internal sealed record GrowingType(string ActorType, string Path, long Live, long More, long Stopped, double Seconds)
{
    private const int Many = 1_000;

    /// <summary>Path of that actor's parent; empty when it is not known.</summary>
    public string Parent { get; init; } = "";

    /// <summary>Readable name of the parent's type; empty when it is not known.</summary>
    public string ParentType { get; init; } = "";

    /// <summary>Whether a type grows without slowing down. In a system that loads or warms up, the growth slows down before all actors
    /// exist.</summary>
    /// <param name="minutes">Its counts at the begin of each minute, and now.</param>
    /// <param name="least">The least increase in each minute.</param>
    public static bool Grows(IReadOnlyList<ActorCounts> minutes, int least = 10)
    {
        var (first, now, whole) = (minutes[0], minutes[^1], minutes.Count - 2);
        return now.Live > Many
            && now.Live >= minutes[^2].Live
            && Enumerable.Range(0, whole).All(minute => minutes[minute + 1].Live - minutes[minute].Live >= least)
            && 2 * whole * (minutes[^2].Live - minutes[^3].Live) >= minutes[^2].Live - first.Live
            && 20 * (now.Stopped - first.Stopped) <= now.Started - first.Started;
    }
}
