using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The load of the actors of a type.</summary>
/// <param name="Utilization">Share of their time in which they worked, 0 to 1; null when no message has been measured yet.</param>
/// <param name="DrainSeconds">Time to process the waiting messages at the present rate; infinite when none are processed.</param>
internal sealed record Load(double? Utilization, double DrainSeconds);

/// <summary>
/// The load of one actor type over the last ten seconds, or since the previous walk if that is longer ago. It is a window, because an
/// instrument cannot know which reader asks. The values follow from counts by the operational laws of Denning and Buzen ("The Operational
/// Analysis of Queueing Network Models", ACM Computing Surveys 10(3), 1978). In time T, C messages begin and E messages end, N messages wait, m
/// actors are live, one message takes S seconds, and the messages that walks find at work have been at work for W seconds:
/// <list type="bullet">
/// <item>throughput: X = C / T</item>
/// <item>utilisation: U = (E * S + W) / (T * m) (utilisation law)</item>
/// <item>time to drain: N / X (Little's law: a message that arrives now waits this long)</item>
/// </list>
/// S is the mean of the measured messages, without the time that an earlier walk has seen and counted in W. Walks use it, one at a time; any thread
/// reads <see cref="Current"/>.
/// </summary>
internal sealed class LoadWindow(long bornAt)
{
    private static readonly long Window = 10 * Stopwatch.Frequency;
    private static readonly long Step = Stopwatch.Frequency;

    // The first is the base of the differences; the last is the newest one kept.
    private readonly Queue<Reading> _kept = new([new Reading(bornAt, 0, 0, 0, 0, 0)]);
    private double? _serviceSeconds;
    private Load? _current;
    private long _walkedAt = bornAt;
    private long _workedTicks;

    // Sums over the measured messages. They are read one after the other, so the last message may be in only one of them. That is one message of
    // many.
    private long _servedTicks;
    private long _served;

    /// <summary>The result of the latest walk; null before the first. Any thread.</summary>
    public Load? Current => Volatile.Read(ref _current);

    /// <summary>Stopwatch ticks of the latest walk.</summary>
    public long WalkedAt => Volatile.Read(ref _walkedAt);

    /// <summary>
    /// Adds the processing time of a measured message, which stands for 2^<paramref name="shift"/> messages. Awaiting is included. The part that the
    /// latest walk has already counted is left out. A value that is recorded late contains the delay, a tenth of a second at most. Any thread.
    /// </summary>
    /// <param name="ticks">The time.</param>
    /// <param name="shift">The weight.</param>
    /// <param name="now">Ticks, just after its end.</param>
    public void Served(long ticks, int shift, long now)
    {
        Interlocked.Add(ref _servedTicks, Math.Clamp(ticks, 0, Math.Max(0, now - WalkedAt)) << shift);
        Interlocked.Add(ref _served, 1L << shift);
    }

    /// <param name="now">Ticks at the end of the walk.</param>
    /// <param name="messages">Messages that have begun so far.</param>
    /// <param name="waiting">Messages that wait.</param>
    /// <param name="live">Actors that live.</param>
    /// <param name="work">The messages at work.</param>
    public void Record(long now, long messages, long waiting, long live, WorkTotals work = default)
    {
        _workedTicks += work.TicksUntil(now);
        Volatile.Write(ref _walkedAt, now);
        var sample = new Reading(now, messages, messages - work.Count, Volatile.Read(ref _servedTicks), Volatile.Read(ref _served), _workedTicks);
        while (_kept.Count > 1 && now - _kept.ElementAt(1).At >= Window)
        {
            _kept.Dequeue();
        }

        Volatile.Write(ref _current, LoadSince(_kept.Peek(), sample, waiting, live, work.Count > 0));
        if (now - _kept.Last().At >= Step)
        {
            _kept.Enqueue(sample);
        }
    }

    private Load LoadSince(in Reading before, in Reading now, long waiting, long live, bool isAtWork)
    {
        var seconds = Math.Max(Ticks.ToSeconds(now.At - before.At), 1e-6);
        var measured = now.Measured - before.Measured;
        if (measured > 0)
        {
            _serviceSeconds = Ticks.ToSeconds(now.MeasuredTicks - before.MeasuredTicks) / measured;
        }

        // A message that no metric counts can be at work, so the number of ended messages can seem to decrease.
        var ended = Math.Max(0, now.Ended - before.Ended);
        var worked = Ticks.ToSeconds(now.WorkedTicks - before.WorkedTicks) + (ended * (_serviceSeconds ?? 0));
        return new Load(
            live == 0 ? 0 : _serviceSeconds is null && worked == 0 && !isAtWork ? null : Math.Min(1, worked / (seconds * live)),
            waiting == 0 ? 0 : waiting / ((now.Messages - before.Messages) / seconds));
    }

    private readonly record struct Reading(long At, long Messages, long Ended, long MeasuredTicks, long Measured, long WorkedTicks);
}

/// <summary>The messages of one actor type that a walk has found at work, and how long they have been at work since the walk before.</summary>
/// <param name="from">Ticks of the walk before.</param>
internal struct WorkTotals(long from)
{
    private long _notYet;

    public long Count { get; private set; }

    public void Add(long since)
    {
        Count++;
        _notYet += Math.Max(0, since - from);
    }

    public readonly long TicksUntil(long now) => (Count * (now - from)) - _notYet;
}

/// <summary>
/// The work and the failures of one actor in the last half to one minute. An actor has none before its first timed message or failure. Any
/// thread; the lock is held for a few additions, mostly by the thread that records <see cref="PendingMeasurements"/>.
/// </summary>
internal sealed class ActorLoad
{
    private static readonly long Window = Ticks.Minute / 2;

    // The time of the first use, which is at the first timed message or failure of the process.
    private static readonly long MeasuredSince = Stopwatch.GetTimestamp();

    private long _window;
    private WorkSums _current;
    private WorkSums _before;

    /// <summary>The time, in seconds, that the sums cover if they are read now. It is shorter when the process has just begun to measure.</summary>
    public static double CoveredSeconds(long now) => Ticks.ToSeconds(Math.Clamp(now - MeasuredSince, 1, Window + (now % Window)));

    /// <summary>A timed message has ended, which stands for 2^<paramref name="shift"/> messages.</summary>
    public void Served(long worked, long waited, int shift, long now)
    {
        lock (this)
        {
            Turn(now);
            _current += WorkSums.Message(waited, worked, shift);
        }
    }

    /// <summary>A message or a start has failed.</summary>
    public void Failed(long now)
    {
        lock (this)
        {
            Turn(now);
            _current += WorkSums.Failure;
        }
    }

    public WorkSums Read(long now)
    {
        lock (this)
        {
            Turn(now);
            return _before + _current;
        }
    }

    // A late thread may find a newer window. Its message then counts in that window.
    private void Turn(long now)
    {
        if (now / Window is var window && window > _window)
        {
            (_before, _current, _window) = (window == _window + 1 ? _current : default, default, window);
        }
    }
}

/// <summary>Sums of messages, estimated from those that are timed.</summary>
/// <param name="Messages">How many.</param>
/// <param name="Failures">How many of them failed, exactly.</param>
/// <param name="Waits">The messages whose wait is known.</param>
/// <param name="WaitTicks">Their time in the mailbox.</param>
/// <param name="WorkTicks">The time of all in the handler.</param>
/// <param name="Timed">How many were timed.</param>
internal readonly record struct WorkSums(long Messages, long Failures, long Waits, long WaitTicks, long WorkTicks, int Timed)
{
    /// <summary>One message or start that has failed.</summary>
    public static readonly WorkSums Failure = new(0, 1, 0, 0, 0, 0);

    /// <summary>A timed message, which stands for 2^<paramref name="shift"/> messages.</summary>
    /// <param name="waited">Ticks in the mailbox; negative when that is not known.</param>
    /// <param name="worked">Ticks in the handler.</param>
    /// <param name="shift">The weight.</param>
    public static WorkSums Message(long waited, long worked, int shift) => new(
        1L << shift, 0, waited < 0 ? 0 : 1L << shift, Math.Max(0, waited) << shift, Math.Max(0, worked) << shift, 1);

    public static WorkSums operator +(in WorkSums a, in WorkSums b) => new(
        a.Messages + b.Messages, a.Failures + b.Failures, a.Waits + b.Waits, a.WaitTicks + b.WaitTicks, a.WorkTicks + b.WorkTicks, a.Timed + b.Timed);

    public static WorkSums operator -(in WorkSums a, in WorkSums b) => new(
        a.Messages - b.Messages, a.Failures - b.Failures, a.Waits - b.Waits, a.WaitTicks - b.WaitTicks, a.WorkTicks - b.WorkTicks, a.Timed - b.Timed);
}
