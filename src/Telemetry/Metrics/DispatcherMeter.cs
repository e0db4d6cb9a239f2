using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The runs of mailboxes on all dispatchers with one id in one actor system. Ids come from configuration, so there are few. Made at the first
/// metered run. Each mailbox counts its own runs, and a walk sums them. Timed runs are few.
/// </summary>
internal sealed class DispatcherMeter(SystemTags system, string id, TimingRate timing, WaitWatch? waits = null)
{
    private long _busyTicks;
    private long _ownTicks;

    public string Id { get; } = id;

    public KeyValuePair<string, object?>[] Tags { get; } =
        system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.DispatcherId, id));

    /// <summary>Selects the runs that are timed.</summary>
    public TimingRate Timing { get; } = timing;

    /// <summary>
    /// The runs that the last walk over the mailboxes has found. It never decreases. Written under the lock of <see cref="ActorSystems"/>.
    /// </summary>
    public long Runs { get; set; }

    /// <summary>The runs that the present walk has found so far. Used under the same lock.</summary>
    public long Walked { get; set; }

    public double BusySeconds => Ticks.ToSeconds(Interlocked.Read(ref _busyTicks));

    public double OwnSeconds => Ticks.ToSeconds(Interlocked.Read(ref _ownTicks));

    /// <param name="busy">Duration of all runs that the timed run stands for, in ticks.</param>
    /// <param name="own">The part of that time that the instrumentation took.</param>
    public void Timed(long busy, long own)
    {
        Interlocked.Add(ref _busyTicks, busy);
        Interlocked.Add(ref _ownTicks, own);
    }

    /// <summary>A timed run has ended. Its mailbox had waited for a thread before it.</summary>
    /// <param name="delay">In ticks.</param>
    /// <param name="shift">It stands for 2^<paramref name="shift"/> runs.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Waited(long delay, int shift, long now) => waits?.Invoke(delay, shift, now);
}

/// <summary>Watches how long the mailboxes of one dispatcher wait for a thread. Any thread.</summary>
/// <param name="delay">In ticks.</param>
/// <param name="shift">It stands for 2^<paramref name="shift"/> runs.</param>
/// <param name="now"><see cref="Stopwatch"/> ticks.</param>
internal delegate void WaitWatch(long delay, int shift, long now);
