using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Failures by actor type, exception and message type, those with the latest failure first.</summary>
/// <param name="Kept">How many of the latest failures are counted here, at most.</param>
/// <param name="Rows">The groups.</param>
internal sealed record FailuresView(int Kept, IReadOnlyList<FailureView> Rows)
{
    /// <param name="seen">The observation.</param>
    /// <param name="actor">Name of an actor type; null for all.</param>
    public static FailuresView Of(Observation seen, string? actor)
    {
        var now = Stopwatch.GetTimestamp();
        return new(
            RecentEvents.Kept,
            [.. seen.System.Failures.Read()
                .Where(failure => actor is null || failure.What.ActorType == actor)
                .GroupBy(failure => (failure.What.ActorType, failure.What.Error, failure.What.MessageType))
                .Select(same => FailureView.Of([.. same], seen.Traces, now))
                .OrderBy(row => row.LatestSeconds)]);
    }
}

/// <summary>Failures that have the same actor type, exception and message type.</summary>
/// <param name="Actor">Actor type.</param>
/// <param name="Error">Type of the exception.</param>
/// <param name="Message">Message type; <c>_none</c> when actors failed to start.</param>
/// <param name="LastMinute">Failures of the last minute.</param>
/// <param name="Failures">All that are kept.</param>
/// <param name="FirstSeconds">Seconds since the first of them.</param>
/// <param name="LatestSeconds">Seconds since the latest.</param>
/// <param name="Path">Path of the actor of the latest.</param>
/// <param name="Trace">Trace of the latest that was recorded; null for none.</param>
/// <param name="TraceKept">Whether the page can show it.</param>
internal sealed record FailureView(
    string Actor, string Error, string Message, int LastMinute, int Failures,
    double FirstSeconds, double LatestSeconds, string Path, string? Trace, bool TraceKept)
{
    public static FailureView Of(IReadOnlyList<RecentEvent<ActorFailure>> same, TraceStore traces, long now)
    {
        var latest = same[^1];

        // One that the page can show, before one that only a backend knows.
        var traced = same.Where(failure => failure.What.Trace != default).Select(failure => failure.What.Trace).ToList();
        var shown = traced.FindLastIndex(trace => traces.Find(trace) is not null);
        return new(
            latest.What.ActorType,
            latest.What.Error,
            latest.What.MessageType,
            same.Count(failure => now - failure.At <= 60 * Stopwatch.Frequency),
            same.Count,
            Ticks.ToSeconds(now - same[0].At),
            Ticks.ToSeconds(now - latest.At),
            latest.What.Path,
            traced.Count == 0 ? null : traced[shown < 0 ? ^1 : shown].ToHexString(),
            shown >= 0);
    }
}
