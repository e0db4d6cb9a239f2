using System.Runtime.InteropServices;

namespace AkkaInstrumentation;

/// <summary>
/// What one thread has run for one dispatcher: one writer, so nothing is interlocked, and the padding keeps threads out of
/// each other's cache lines. A collector reads at any moment. When the thread has ended another takes it over, counts and all.
/// </summary>
internal sealed class RunCounts(DispatcherMeter dispatcher, Thread thread)
{
    private Padded _counts;

    public DispatcherMeter Dispatcher { get; } = dispatcher;

    /// <summary>The only one who writes. Changed under the dispatcher's lock, when it has ended.</summary>
    public Thread Writer { get; set; } = thread;

    /// <summary>The same thread's counts of another dispatcher.</summary>
    public RunCounts? Next { get; set; }

    public long Runs => Volatile.Read(ref _counts.Runs);

    public long BusyTicks => Volatile.Read(ref _counts.BusyTicks);

    public long OwnTicks => Volatile.Read(ref _counts.OwnTicks);

    public void Ran() => Volatile.Write(ref _counts.Runs, _counts.Runs + 1);

    /// <param name="busy">What the runs that the timed one stands for have taken, in ticks.</param>
    /// <param name="own">What of it was ours.</param>
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
