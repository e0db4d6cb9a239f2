using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The flows of an actor system at moments of the last hour: every five seconds for the last minute, every minute for the last hour, if samples are
/// taken that often. The flow of a period is the difference of two moments. Without samples nothing is kept, and a period begins with the system. Any
/// thread.
/// </summary>
internal sealed class FlowHistory(TypeFlows flows, Func<IEnumerable<BusyTime>>? busy = null)
{
    // Bytes a second from which allocations are mentioned.
    private const double MuchAllocated = 100_000;

    private static readonly long Second = Stopwatch.Frequency;

    private readonly Queue<Moment> _seconds = new();
    private readonly Queue<Moment> _minutes = new();
    private readonly Moment _start = new(Stopwatch.GetTimestamp(), [], [], ProcessorUse.Read());
    private Moment? _lastSecond;
    private Moment? _lastMinute;

    /// <summary>Keeps the present moment, if the last one is long enough ago.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Sample(long now)
    {
        lock (_seconds)
        {
            // A timer is never on time to the millisecond.
            if (now - (_lastSecond ?? _start).At >= 4.5 * Second)
            {
                var moment = Now(now);

                // the largest number of samples in a minute
                _lastSecond = Keep(_seconds, moment, most: 15);
                if (_lastMinute is null || now - _lastMinute.At >= 59 * Second)
                {
                    _lastMinute = Keep(_minutes, moment with { Busy = null }, most: 61);
                }
            }
        }
    }

    /// <summary>The flows since a moment at least this long ago, or since the oldest known moment.</summary>
    /// <param name="seconds">How long ago, up to 3,600.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public AkkaFlowMap Last(double seconds, long now)
    {
        lock (_seconds)
        {
            return Since(Before(seconds, now), now);
        }
    }

    /// <summary>The share of the processors that the process got over the same period; null when the period is shorter than a second.</summary>
    /// <param name="seconds">As in <see cref="Last"/>.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public ProcessorShare? Processors(double seconds, long now)
    {
        lock (_seconds)
        {
            var before = Before(seconds, now);
            return now - before.At < Second ? null
                : ProcessorShare.Between(before.Processor, ProcessorUse.Read(), Ticks.ToSeconds(now - before.At));
        }
    }

    /// <summary>
    /// How many threads handlers have occupied and how much they allocated over the same period, those with most threads first; none when not known.
    /// </summary>
    /// <param name="seconds">As in <see cref="Last"/>, up to 60.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public IReadOnlyList<BusyHandlers> Busy(double seconds, long now)
    {
        lock (_seconds)
        {
            var before = Before(seconds, now);
            return now - before.At < Second || before.Busy is not { } busyBefore ? [] :
            [
                .. Times()
                    .Select(time => BusyHandlers.Over(
                        time.Key, time.Value - busyBefore.GetValueOrDefault(time.Key), Ticks.ToSeconds(now - before.At)))
                    .Where(handlers => handlers.Threads > 0.01 || handlers.BytesPerSecond > MuchAllocated)
                    .OrderByDescending(handlers => handlers.Threads),
            ];
        }
    }

    private Dictionary<BusyTime, BusySums> Times() => busy?.Invoke().ToDictionary(time => time, BusySums.Of) ?? [];

    private Moment Before(double seconds, long now)
    {
        var moments = _minutes.Concat(_seconds).OrderBy(moment => moment.At).ToList();

        // Samples may have begun long after the system.
        return moments.LastOrDefault(IsOldEnough) ?? (IsOldEnough(_start) ? moments.FirstOrDefault() : null) ?? _start;

        bool IsOldEnough(Moment moment) => now - moment.At >= (seconds - 0.5) * Second;
    }

    private static Moment Keep(Queue<Moment> moments, Moment moment, int most)
    {
        moments.Enqueue(moment);
        if (moments.Count > most)
        {
            moments.Dequeue();
        }

        return moment;
    }

    private Moment Now(long now)
    {
        PendingMeasurements.RecordUnlessBusy();
        return new(now, flows.All.ToDictionary(flow => flow, flow => flow.Sums), Times(), ProcessorUse.Read());
    }

    // Flows are never removed.
    private AkkaFlowMap Since(Moment since, long now) =>
        AkkaFlowMap.From(Now(now).Sums.Select(flow => (flow.Key, flow.Value - since.Sums.GetValueOrDefault(flow.Key))), now - since.At);

    // Busy handlers are kept for a minute only.
    private sealed record Moment(long At, Dictionary<TypeFlow, WorkSums> Sums, Dictionary<BusyTime, BusySums>? Busy, ProcessorUse Processor);
}

/// <summary>How long handlers occupied threads, and how many bytes they allocated.</summary>
internal readonly record struct BusySums(double Seconds, long Bytes)
{
    public static BusySums Of(BusyTime time) => new(time.Seconds, time.Bytes);

    public static BusySums operator -(BusySums now, BusySums before) => new(now.Seconds - before.Seconds, now.Bytes - before.Bytes);
}

/// <summary>Handlers of one actor type and message type.</summary>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="MessageType">Readable name of the message's type.</param>
/// <param name="Dispatcher">Id of the dispatcher.</param>
/// <param name="Threads">Threads that they occupy on average, awaiting not included.</param>
internal sealed record BusyHandlers(string ActorType, string MessageType, string Dispatcher, double Threads)
{
    /// <param name="time">The time of their handlers.</param>
    /// <param name="sums">The part of the sums that falls into a period.</param>
    /// <param name="seconds">The length of that period.</param>
    public static BusyHandlers Over(BusyTime time, BusySums sums, double seconds) =>
        new(time.Message.Actor.Name, time.Message.Name, time.Dispatcher, sums.Seconds / seconds) { BytesPerSecond = sums.Bytes / seconds };

    /// <summary>Bytes that they allocate a second.</summary>
    public double BytesPerSecond { get; init; }
}
