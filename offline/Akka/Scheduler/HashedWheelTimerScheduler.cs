#nullable disable annotations // oblivious, as Akka's own signatures are: sender and cancelable may be null

using System.Diagnostics;
using Akka.Actor.Scheduler;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;

namespace Akka.Actor;

/// <summary>The default scheduler: one background thread that waits for the earliest entry.</summary>
public sealed class HashedWheelTimerScheduler : SchedulerBase, IDisposable
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromHours(1);
    private static readonly TimeSpan LongestShutdown = TimeSpan.FromSeconds(5);

    private readonly object _lock = new();
    private readonly PriorityQueue<TimerEntry, (TimeSpan Due, long Order)> _queue = new();
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private Thread _worker;
    private long _order;
    private bool _stopping;

    public HashedWheelTimerScheduler(Config scheduler, ILoggingAdapter log)
        : base(scheduler, log)
    {
    }

    public override TimeSpan MonotonicClock => _clock.Elapsed;

    public override TimeSpan HighResMonotonicClock => _clock.Elapsed;

    protected override DateTimeOffset TimeNow => DateTimeOffset.UtcNow;

    /// <summary>Runs what is outstanding once, as Akka does, and accepts nothing any more.</summary>
    public void Dispose()
    {
        Thread worker;
        lock (_lock)
        {
            if (_stopping)
            {
                return;
            }

            _stopping = true;
            worker = _worker;
            Monitor.PulseAll(_lock);
        }

        // A timer's own work may dispose the scheduler: it must not wait for itself.
        if (worker is not null && worker != Thread.CurrentThread)
        {
            worker.Join(LongestShutdown);
        }

        while (TakeAny() is { } entry)
        {
            if (!entry.IsCanceled)
            {
                TryRun(entry);
            }
        }
    }

    protected override void InternalScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        Add(delay, TimeSpan.Zero, new TellRunnable(receiver, Wrap(receiver, message), sender), cancelable);

    protected override void InternalScheduleTellRepeatedly(TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        Add(initialDelay, interval, new TellRunnable(receiver, Wrap(receiver, message), sender), cancelable);

    protected override void InternalScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable) =>
        Add(delay, TimeSpan.Zero, new ActionRunnable(action), cancelable);

    protected override void InternalScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable) =>
        Add(delay, TimeSpan.Zero, action, cancelable);

    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable) =>
        Add(initialDelay, interval, new ActionRunnable(action), cancelable);

    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable) =>
        Add(initialDelay, interval, action, cancelable);

    private void Add(TimeSpan delay, TimeSpan interval, IRunnable work, ICancelable cancelable)
    {
        var due = _clock.Elapsed + delay;
        lock (_lock)
        {
            if (_stopping)
            {
                throw new SchedulerException("The scheduler has stopped and takes no more work.");
            }

            _queue.Enqueue(new TimerEntry(work, interval, cancelable), (due, _order++));
            if (_worker is null)
            {
                StartWorker();
            }
            else
            {
                Monitor.Pulse(_lock);
            }
        }
    }

    // Not UnsafeStart: as in Akka, all timers run in the execution context of whoever scheduled first.
    private void StartWorker()
    {
        _worker = new Thread(Work) { IsBackground = true, Name = "akka-scheduler" };
        _worker.Start();
    }

    // Only a mailbox knows how to unwrap: other receivers get the message itself.
    private static object Wrap(ICanTell receiver, object message) => receiver is ActorRefWithCell ? new Scheduled(message) : message;

    private void Work()
    {
        while (WaitForDue(out var due) is { } entry)
        {
            // A repeated entry that failed is not run again.
            if (!entry.IsCanceled && TryRun(entry) && entry.IsRepeated)
            {
                lock (_lock)
                {
                    _queue.Enqueue(entry, (due + entry.Interval, _order++));
                }
            }
        }
    }

    private TimerEntry WaitForDue(out TimeSpan due)
    {
        lock (_lock)
        {
            while (!_stopping)
            {
                var wait = LongestWait;
                if (_queue.TryPeek(out _, out var next))
                {
                    var remaining = next.Due - _clock.Elapsed;
                    if (remaining <= TimeSpan.Zero)
                    {
                        due = next.Due;
                        return _queue.Dequeue();
                    }

                    wait = remaining < wait ? remaining : wait;
                }

                // Rounded up: Monitor counts whole milliseconds, and nothing may run before it is due.
                Monitor.Wait(_lock, (int)Math.Ceiling(wait.TotalMilliseconds));
            }
        }

        due = default;
        return null;
    }

    private TimerEntry TakeAny()
    {
        lock (_lock)
        {
            return _queue.TryDequeue(out var entry, out _) ? entry : null;
        }
    }

    private bool TryRun(TimerEntry entry)
    {
        try
        {
            entry.Run();
            return true;
        }
        catch (Exception e)
        {
            Log.Error(e, "The scheduled work {0} failed", entry);
            return false;
        }
    }
}
