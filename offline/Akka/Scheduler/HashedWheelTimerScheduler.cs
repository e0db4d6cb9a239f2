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

    private readonly object _lock = new();
    private readonly TimerQueue _queue = new();
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private readonly TimeSpan _shutdownTimeout;
    private Thread _worker;
    private bool _stopping;

    public HashedWheelTimerScheduler(Config scheduler, ILoggingAdapter log)
        : base(scheduler, log)
    {
        if (scheduler.IsNullOrEmpty()) throw ConfigurationException.NullOrEmptyConfig<HashedWheelTimerScheduler>();
        _shutdownTimeout = scheduler.GetTimeSpan("akka.scheduler.shutdown-timeout", TimeSpan.FromSeconds(5));
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
            if (_stopping) return;
            _stopping = true;
            worker = _worker;
            Monitor.PulseAll(_lock);
        }

        // A timer's own work may dispose the scheduler: it must not wait for itself.
        if (worker is not null && worker != Thread.CurrentThread) worker.Join(_shutdownTimeout);
        RunOutstanding();
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
        var entry = new TimerEntry(work, interval, cancelable);
        var due = _clock.Elapsed + delay;
        lock (_lock)
        {
            if (_stopping) throw new SchedulerException("cannot enqueue after timer shutdown");
            var sleepsTooLong = !_queue.TryPeekDue(out var earliest) || due < earliest;
            _queue.Add(entry, due);
            if (_worker is null) StartWorker();
            else if (sleepsTooLong) Monitor.Pulse(_lock);
        }
    }

    // Not UnsafeStart: as in Akka, all timers run in the execution context of whoever scheduled first.
    private void StartWorker()
    {
        _worker = new Thread(Work) { IsBackground = true, Name = "akka-scheduler" };
        _worker.Start();
    }

    // Only a mailbox knows how to unwrap: other receivers get the message itself.
    private static object Wrap(ICanTell receiver, object message) => receiver switch
    {
        not ActorRefWithCell => message,
        _ when message is INotInfluenceReceiveTimeout => new ScheduledTellMsgNoInfluenceReceiveTimeout(message),
        _ => new ScheduledTellMsg(message),
    };

    private void Work()
    {
        while (WaitForDue(out var due) is { } entry)
        {
            if (entry.IsCanceled || !TryRun(entry) || !entry.IsRepeated) continue;
            lock (_lock)
            {
                _queue.Add(entry, due + entry.Interval);
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
                if (_queue.TryPeekDue(out var next))
                {
                    var remaining = next - _clock.Elapsed;
                    if (remaining <= TimeSpan.Zero) return _queue.Take(out due);
                    if (remaining < wait) wait = remaining;
                }

                // Rounded up: Monitor counts whole milliseconds, and nothing may run before it is due.
                Monitor.Wait(_lock, (int)Math.Ceiling(wait.TotalMilliseconds));
            }
        }

        due = default;
        return null;
    }

    private bool TryRun(TimerEntry entry)
    {
        try
        {
            entry.Run();
            return true;
        }
        catch (Exception ex)
        {
            // A repeated entry that failed is not run again.
            Log.Error(ex, "Error while executing scheduled task {0}", entry);
            return false;
        }
    }

    private void RunOutstanding()
    {
        while (true)
        {
            TimerEntry entry;
            lock (_lock)
            {
                if (_queue.IsEmpty) return;
                entry = _queue.Take(out _);
            }

            if (!entry.IsCanceled) TryRun(entry);
        }
    }
}
