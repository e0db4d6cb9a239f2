using System.Runtime.InteropServices;

namespace AkkaInstrumentation;

/// <summary>
/// Counts of the runs of one thread for one dispatcher. Only this thread writes, so no write is interlocked. The padding keeps threads out of
/// each other's cache lines. A collector reads at any moment. When the thread has ended, another thread takes the object over with its counts.
/// </summary>
internal sealed class RunCounts(DispatcherMeter dispatcher, Thread thread)
{
    private Padded _counts;

    public DispatcherMeter Dispatcher { get; } = dispatcher;

    /// <summary>The only thread that writes. Changed under the dispatcher's lock, when the thread has ended.</summary>
    public Thread Writer { get; set; } = thread;

    /// <summary>The same thread's counts for another dispatcher.</summary>
    public RunCounts? Next { get; set; }

    public long Runs => Volatile.Read(ref _counts.Runs);

    public long BusyTicks => Volatile.Read(ref _counts.BusyTicks);

    public long OwnTicks => Volatile.Read(ref _counts.OwnTicks);

    public void Ran() => Volatile.Write(ref _counts.Runs, _counts.Runs + 1);

    /// <param name="busy">Duration of all runs that the timed run stands for, in ticks.</param>
    /// <param name="own">The part of it that the instrumentation took.</param>
    public void Timed(long busy, long own)
    {
        Volatile.Write(ref _counts.BusyTicks, _counts.BusyTicks + busy);
        Volatile.Write(ref _counts.OwnTicks, _counts.OwnTicks + own);
    }

    [StructLayout(LayoutKind.Explicit, Size = 192)]
    private struct Padded
    {
        [FieldOffset(64)]
        public long Runs;

        [FieldOffset(72)]
        public long BusyTicks;

        [FieldOffset(80)]
        public long OwnTicks;
    }
}
