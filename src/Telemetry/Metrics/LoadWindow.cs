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
    private double? _serviceSeconds;
    private Load? _current;

    // Of the measured messages. Read one after the other, so only one of them may contain the last message: one of many.
    private long _servedTicks;
    private long _served;

    /// <summary>The result of the latest walk; null before the first. Any thread.</summary>
    public Load? Current => Volatile.Read(ref _current);

    /// <summary>The processing time of a measured message, which stands for 2^<paramref name="shift"/> messages. Awaiting is included. Any thread.</summary>
    public void Served(long ticks, int shift = 0)
    {
        Interlocked.Add(ref _servedTicks, Math.Max(ticks, 0) << shift);
        Interlocked.Add(ref _served, 1L << shift);
    }

    public void Record(long now, long messages, long waiting, long live)
    {
        var sample = new Reading(now, messages, Volatile.Read(ref _servedTicks), Volatile.Read(ref _served));
        while (_kept.Count > 1 && now - _kept.ElementAt(1).At >= Window)
        {
            _kept.Dequeue();
        }

        Volatile.Write(ref _current, LoadSince(_kept.Peek(), sample, waiting, live));
        if (now - _kept.Last().At >= Step)
        {
            _kept.Enqueue(sample);
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
