using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace AkkaInstrumentation;

/// <summary>
/// The runs of mailboxes on all dispatchers with one id in one actor system. Ids come from configuration, so there
/// are few. Made at the first metered run. Threads may keep a reference to it longer than the system lives.
/// </summary>
internal sealed class DispatcherMeter(SystemTags system, string id, TimingRate timing)
{
    private readonly object _lock = new();
    private volatile RunCounts[] _all = [];
    private volatile TimingRate _timing = timing;
    private volatile bool _ended;

    public string Id { get; } = id;

    public KeyValuePair<string, object?>[] Tags { get; } =
        system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.DispatcherId, id));

    /// <summary>Selects the runs that are timed.</summary>
    public TimingRate Timing => _timing;

    public long Runs => _all.Sum(thread => thread.Runs);

    public double BusySeconds => Ticks.ToSeconds(_all.Sum(thread => thread.BusyTicks));

    public double OwnSeconds => Ticks.ToSeconds(_all.Sum(thread => thread.OwnTicks));

    /// <summary>The number of threads that have counts here, for tests.</summary>
    internal int Threads => _all.Length;

    /// <summary>The calling thread's counts for this dispatcher.</summary>
    /// <param name="ofThread">
    /// The thread's counts for the dispatcher that it served last. They are linked to its counts for other dispatchers.
    /// </param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public RunCounts Of(ref RunCounts? ofThread) => ofThread is { } counts && ReferenceEquals(counts.Dispatcher, this) ? counts : OfCore(ref ofThread);

    /// <summary>The actor system has ended: threads may drop it.</summary>
    public void End()
    {
        _ended = true;

        // A rate references its actor system. A thread that runs no mailbox any more must not keep the system alive.
        _timing = TimingRate.All;
    }

    // A thread serves one dispatcher, or a few in turns. The counts that it used last come first.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private RunCounts OfCore(ref RunCounts? ofThread)
    {
        RunCounts? found = null;
        RunCounts? kept = null;
        for (var counts = ofThread; counts is not null;)
        {
            var next = counts.Next;
            if (ReferenceEquals(counts.Dispatcher, this))
            {
                found = counts;
            }
            else if (!counts.Dispatcher._ended)
            {
                counts.Next = kept;
                kept = counts;
            }

            counts = next;
        }

        found ??= Take(Thread.CurrentThread);
        found.Next = kept;
        return ofThread = found;
    }

    private RunCounts Take(Thread thread)
    {
        lock (_lock)
        {
            // The number of entries is the largest number of threads at one time, not the number of all threads ever.
            if (_all.FirstOrDefault(counts => !counts.Writer.IsAlive) is { } free)
            {
                free.Writer = thread;
                return free;
            }

            var made = new RunCounts(this, thread);
            _all = [.. _all, made];
            return made;
        }
    }
}

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
