using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Which messages that were not sampled get a span when they are over: those that failed, waited or worked too long. As many
/// in a second as the limit allows, so that a storm of failures does not become one of spans. Settings of one actor system
/// and its limiter (the generic cell rate algorithm with a quarter of a second's worth as burst), without a lock.
/// </summary>
internal sealed class AfterTheFact
{
    private long _interval;
    private long _burst;
    private long _dueAt;
    private long _suppressed;
    private long _untold;

    public AfterTheFact(InstrumentationSettings settings) => Change(settings);

    /// <summary>Puts other settings in force, one after the other: a message that is over just then may meet both.</summary>
    public void Change(InstrumentationSettings settings)
    {
        Errors = settings.TracingAfterTheFactErrors;
        SlowWait = InTicks(settings.TracingAfterTheFactSlowWait);
        SlowWork = InTicks(settings.TracingAfterTheFactSlowWork);
        _interval = Stopwatch.Frequency / settings.TracingAfterTheFactLimit;
        _burst = Math.Max(_interval, Stopwatch.Frequency / 4);
    }

    public bool Errors { get; private set; }

    /// <summary><see cref="Stopwatch"/> ticks; <see cref="long.MaxValue"/> when no wait is too long.</summary>
    public long SlowWait { get; private set; }

    /// <summary><see cref="Stopwatch"/> ticks; <see cref="long.MaxValue"/> when no work is too long.</summary>
    public long SlowWork { get; private set; }

    public bool IsOn => Errors || IsAboutTime;

    /// <summary>Whether every message that is not sampled has to be looked at when it is over.</summary>
    public bool IsAboutTime => TimesWaits || SlowWork != long.MaxValue;

    /// <summary>Whether senders have to note the time of every message.</summary>
    public bool TimesWaits => SlowWait != long.MaxValue;

    /// <summary>Spans that the limit has left out so far.</summary>
    public long Suppressed => Interlocked.Read(ref _suppressed);

    /// <summary>Whether a span may be made now. Any thread; asked for slow and failed messages only.</summary>
    /// <param name="now">The time.</param>
    /// <param name="leftOut">How many were left out since the last one that was not.</param>
    public bool TryTake(long now, out long leftOut)
    {
        while (true)
        {
            var due = Volatile.Read(ref _dueAt);
            var next = Math.Max(due, now) + _interval;
            if (next - now > _burst)
            {
                Interlocked.Increment(ref _suppressed);
                Interlocked.Increment(ref _untold);
                leftOut = 0;
                return false;
            }

            if (Interlocked.CompareExchange(ref _dueAt, next, due) == due)
            {
                leftOut = Volatile.Read(ref _untold) == 0 ? 0 : Interlocked.Exchange(ref _untold, 0);
                return true;
            }
        }
    }

    private static long InTicks(TimeSpan threshold) =>
        threshold == Timeout.InfiniteTimeSpan ? long.MaxValue : (long)(threshold.TotalSeconds * Stopwatch.Frequency);
}
