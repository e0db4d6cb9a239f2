using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The runs of the mailboxes of all dispatchers of one id in one actor system. Ids come out of configuration, so there
/// are few. Made at the first metered run; threads may remember it longer than that lives.
/// </summary>
internal sealed class DispatcherMeter(SystemTags system, string id, TimingRate timing)
{
    [ThreadStatic]
    private static RunCounts? t_counts;

    private readonly object _lock = new();
    private volatile RunCounts[] _all = [];
    private volatile TimingRate _timing = timing;
    private volatile bool _ended;

    public string Id { get; } = id;

    public KeyValuePair<string, object?>[] Tags { get; } =
        system.With(new KeyValuePair<string, object?>(MetricAttributes.DispatcherId, id));

    /// <summary>Which of the runs are timed.</summary>
    public TimingRate Timing => _timing;

    public long Runs => _all.Sum(thread => thread.Runs);

    public double BusySeconds => Ticks.ToSeconds(_all.Sum(thread => thread.BusyTicks));

    public double OwnSeconds => Ticks.ToSeconds(_all.Sum(thread => thread.OwnTicks));

    /// <summary>For tests: how many threads have counts here.</summary>
    internal int Threads => _all.Length;

    /// <summary>This thread's counts for this dispatcher.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public RunCounts OfThisThread() => t_counts is { } counts && ReferenceEquals(counts.Dispatcher, this) ? counts : OfThisThreadCore();

    /// <summary>The actor system has ended: threads may forget it.</summary>
    public void End()
    {
        _ended = true;

        // a rate knows its actor system, which a thread that runs nothing any more must not keep alive
        _timing = TimingRate.All;
    }

    // A thread serves one dispatcher, or a few in turns: what it served last comes first.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private RunCounts OfThisThreadCore()
    {
        RunCounts? found = null;
        RunCounts? kept = null;
        for (var counts = t_counts; counts is not null;)
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
        return t_counts = found;
    }

    private RunCounts Take(Thread thread)
    {
        lock (_lock)
        {
            // as many as threads were ever here at once, not as there were threads
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
