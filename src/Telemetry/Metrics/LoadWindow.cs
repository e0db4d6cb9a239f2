using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The load of the actors of a type.</summary>
/// <param name="Utilization">Share of their time in which they worked, 0 to 1; null when no message has been measured yet.</param>
/// <param name="DrainSeconds">Time to process the waiting messages at the present rate; infinite when none are processed.</param>
internal sealed record Load(double? Utilization, double DrainSeconds);

/// <summary>
/// The load of one actor type over the last ten seconds, or since the previous walk if that is longer ago. It is a window, because an
/// instrument cannot know which reader asks. The values follow from exact counts by the operational laws of Denning and Buzen ("The Operational
/// Analysis of Queueing Network Models", ACM Computing Surveys 10(3), 1978). C messages begin in time T, N messages wait, m actors are live,
/// and one message takes S seconds:
/// <list type="bullet">
/// <item>throughput: X = C / T</item>
/// <item>utilisation: U = X * S / m (utilisation law)</item>
/// <item>time to drain: N / X (Little's law: a message that arrives now waits this long)</item>
/// </list>
/// S is the mean of the measured messages. Walks use it, one at a time; any thread reads <see cref="Current"/>.
/// </summary>
internal sealed class LoadWindow(long bornAt)
{
    private static readonly long Window = 10 * Stopwatch.Frequency;
    private static readonly long Step = Stopwatch.Frequency;

    // The first is the base of the differences; the last is the newest one kept.
    private readonly Queue<Reading> _kept = new([new Reading(bornAt, 0, 0, 0)]);
    private Reading _newest = new(bornAt, 0, 0, 0);
    private double? _serviceSeconds;
    private Load? _current;

    /// <summary>The result of the latest walk; null before the first. Any thread.</summary>
    public Load? Current => Volatile.Read(ref _current);

    public void Record(long now, long messages, long waiting, long live, in ServiceTimes times)
    {
        var sample = new Reading(now, messages, times.TotalTicks, times.Messages);
        while (_kept.Count > 1 && now - _kept.ElementAt(1).At >= Window)
        {
            _kept.Dequeue();
        }

        Volatile.Write(ref _current, LoadSince(_kept.Peek(), sample, waiting, live));
        if (now - _newest.At >= Step)
        {
            _kept.Enqueue(sample);
            _newest = sample;
        }
    }

    private Load LoadSince(in Reading before, in Reading now, long waiting, long live)
    {
        var seconds = Math.Max(Ticks.ToSeconds(now.At - before.At), 1e-6);
        var measured = now.Measured - before.Measured;
        if (measured > 0)
        {
            _serviceSeconds = Ticks.ToSeconds(now.MeasuredTicks - before.MeasuredTicks) / measured;
        }

        var throughput = (now.Messages - before.Messages) / seconds;
        return new Load(
            live == 0 ? 0 : _serviceSeconds is { } each ? Math.Min(1, throughput * each / live) : null,
            waiting == 0 ? 0 : waiting / throughput);
    }

    private readonly record struct Reading(long At, long Messages, long MeasuredTicks, long Measured);
}

/// <summary>
/// Processing times of the measured messages, awaiting included. Any thread; not called for other messages. The two sums are read one
/// after the other, so only one of them may contain the last message. This race is benign: it is one message of many.
/// </summary>
internal struct ServiceTimes
{
    private long _ticks;
    private long _messages;

    public readonly long TotalTicks => Volatile.Read(in _ticks);

    public readonly long Messages => Volatile.Read(in _messages);

    /// <param name="ticks">The processing time of a message.</param>
    /// <param name="shift">The message stands for 2^shift messages.</param>
    public void Add(long ticks, int shift = 0)
    {
        Interlocked.Add(ref _ticks, Math.Max(ticks, 0) << shift);
        Interlocked.Add(ref _messages, 1L << shift);
    }
}
