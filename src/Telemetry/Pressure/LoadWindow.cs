using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>How much the actors of a type are asked for, and how much they manage.</summary>
/// <param name="Arrivals">Messages per second that came into their mailboxes.</param>
/// <param name="Service">Messages per second that they could serve together; null when no message was measured yet.</param>
/// <param name="Utilization">Share of their time that they worked, 0 to 1; null likewise.</param>
/// <param name="DrainSeconds">How long what waits takes at the present pace; infinite when nothing moves.</param>
internal sealed record Load(double Arrivals, double? Service, double? Utilization, double DrainSeconds);

/// <summary>
/// The load of one actor type over the last ten seconds, or since the walk before if that is longer ago: a window, because an
/// instrument cannot know which reader asks. Out of exact counts by the operational laws of Denning and Buzen ("The Operational
/// Analysis of Queueing Network Models", ACM Computing Surveys 10(3), 1978) for C messages begun in time T, N waiting, m live actors
/// and S seconds that a message takes:
/// <list type="bullet">
/// <item>arrivals: (C + change of N) / T, what has come is what was taken or waits (flow balance)</item>
/// <item>throughput: X = C / T</item>
/// <item>service rate: m / S</item>
/// <item>utilisation: U = X * S / m (utilisation law)</item>
/// <item>time to drain: N / X (Little's law: who comes now waits so long)</item>
/// </list>
/// S is the mean of the messages that are measured. All but <see cref="Current"/> is guarded by <see cref="CollectionCycle"/>'s lock.
/// </summary>
internal sealed class LoadWindow(long bornAt)
{
    private static readonly long Window = 10 * Stopwatch.Frequency;
    private static readonly long Step = Stopwatch.Frequency;

    // the first is what differences are taken to, the last the newest that is kept
    private readonly Queue<Sample> _kept = new([new Sample(bornAt, 0, 0, 0, 0)]);
    private Sample _newest = new(bornAt, 0, 0, 0, 0);
    private double? _serviceSeconds;
    private Load? _current;

    /// <summary>As of the latest walk; null before the first. Any thread.</summary>
    public Load? Current => Volatile.Read(ref _current);

    public void Note(long now, long messages, long waiting, long live, in ServiceTimes times)
    {
        var sample = new Sample(now, messages, waiting, times.TotalTicks, times.Messages);
        while (_kept.Count > 1 && now - _kept.ElementAt(1).At >= Window)
        {
            _kept.Dequeue();
        }

        Volatile.Write(ref _current, LoadSince(_kept.Peek(), sample, live));
        if (now - _newest.At >= Step)
        {
            _kept.Enqueue(sample);
            _newest = sample;
        }
    }

    private Load LoadSince(in Sample before, in Sample now, long live)
    {
        var seconds = Math.Max(Ticks.ToSeconds(now.At - before.At), 1e-6);
        var begun = now.Messages - before.Messages;
        var measured = now.Measured - before.Measured;
        if (measured > 0)
        {
            _serviceSeconds = Ticks.ToSeconds(now.MeasuredTicks - before.MeasuredTicks) / measured;
        }

        var throughput = begun / seconds;
        var service = live / _serviceSeconds;
        return new Load(
            Math.Max(0, begun + now.Waiting - before.Waiting) / seconds,
            service is { } rate && double.IsFinite(rate) ? rate : null,
            live == 0 ? 0 : _serviceSeconds is { } each ? Math.Min(1, throughput * each / live) : null,
            now.Waiting == 0 ? 0 : now.Waiting / throughput);
    }

    private readonly record struct Sample(long At, long Messages, long Waiting, long MeasuredTicks, long Measured);
}
