using System.Diagnostics;
using System.Numerics;
using System.Runtime.InteropServices;

namespace AkkaInstrumentation;

/// <summary>
/// The runs of mailboxes on all dispatchers with one id in one actor system. Ids come from configuration, so there are few. Made at the first metered run.
/// Every run is counted, so each processor has a count in a cache line of its own. Timed runs are few.
/// </summary>
internal sealed class DispatcherMeter(SystemTags system, string id, TimingRate timing, RecentEvents<StarvedSecond> starved)
{
    private readonly Count[] _runs = new Count[BitOperations.RoundUpToPowerOf2((uint)Environment.ProcessorCount)];
    private readonly StarvedSeconds _delays = new(id, starved);
    private long _busyTicks;
    private long _ownTicks;

    public string Id { get; } = id;

    public KeyValuePair<string, object?>[] Tags { get; } =
        system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.DispatcherId, id));

    /// <summary>Selects the runs that are timed.</summary>
    public TimingRate Timing { get; } = timing;

    public long Runs => Enumerable.Range(0, _runs.Length).Sum(processor => Interlocked.Read(ref _runs[processor].Value));

    public double BusySeconds => Ticks.ToSeconds(Interlocked.Read(ref _busyTicks));

    public double OwnSeconds => Ticks.ToSeconds(Interlocked.Read(ref _ownTicks));

    /// <summary>Any thread. One that moves to another processor in between adds to the count of the first one, which is as right.</summary>
    public void Ran() => Interlocked.Increment(ref _runs[Thread.GetCurrentProcessorId() & (_runs.Length - 1)].Value);

    /// <param name="busy">Duration of all runs that the timed run stands for, in ticks.</param>
    /// <param name="own">The part of it that the instrumentation took.</param>
    public void Timed(long busy, long own)
    {
        Interlocked.Add(ref _busyTicks, busy);
        Interlocked.Add(ref _ownTicks, own);
    }

    /// <summary>A timed run has ended. Its mailbox had waited for a thread before it.</summary>
    /// <param name="delay">In ticks.</param>
    /// <param name="shift">It stands for 2^<paramref name="shift"/> runs.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Waited(long delay, int shift, long now) => _delays.Add(delay, shift, now);

    // No two values are in one cache line, nor in two that are fetched together.
    [StructLayout(LayoutKind.Explicit, Size = 128)]
    private struct Count
    {
        [FieldOffset(64)]
        public long Value;
    }
}
