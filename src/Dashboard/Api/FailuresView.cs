using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Failures by actor type, exception and message type, those with the latest failure first.</summary>
/// <param name="Kept">The largest number of rows. Failures that find no place are in a row <c>_other</c> of their actor type.</param>
/// <param name="Rows">The groups.</param>
internal sealed record FailuresView(int Kept, IReadOnlyList<FailureView> Rows)
{
    /// <param name="seen">The observation.</param>
    /// <param name="actor">Name of an actor type; null for all.</param>
    public static FailuresView From(Observation seen, string? actor)
    {
        var (now, traces) = (Stopwatch.GetTimestamp(), seen.Traces.Read(LatestFailed));
        return new(
            RecentEvents.MaxKeys,
            [.. seen.System.Failures.Read()
                .Where(same => actor is null || same.Latest.ActorType == actor)
                .Select(same => FailureView.From(same, traces, now))
                .OrderBy(row => row.LatestSeconds)]);
    }

    // The latest trace in which such a message failed, among the traces that the page can show.
    private static Dictionary<(string?, string, string), string> LatestFailed(IEnumerable<SeenTrace> latestFirst)
    {
        var found = new Dictionary<(string?, string, string), string>();
        foreach (var trace in latestFirst.Where(trace => trace.HasFailed))
        {
            foreach (var span in trace.Spans.Where(span => span.Error is not null))
            {
                found.TryAdd((span.Actor, span.Error!, span.Message ?? FoldedNames.None), trace.Id.ToHexString());
            }
        }

        return found;
    }
}

/// <summary>Failures that have the same actor type, exception, message type, and the same other actor.</summary>
/// <param name="ActorType">Actor type.</param>
/// <param name="ErrorType">Type of the exception.</param>
/// <param name="MessageType">Message type; <c>_none</c> when actors failed to start, <c>_recovery</c> when they failed to recover.</param>
/// <param name="Asked">
/// For a <c>Status.Failure</c>: type of the actor that has answered or was asked, or <c>_unknown</c>; null for other failures.
/// </param>
/// <param name="Text">The text of the latest exception; null when it is not known or not shown.</param>
/// <param name="ThrownIn">The application's first method in its stack; null for none.</param>
/// <param name="LastMinute">Failures of the last minute.</param>
/// <param name="Failures">All failures since the first.</param>
/// <param name="FirstSeconds">Seconds since the first of them.</param>
/// <param name="LatestSeconds">Seconds since the latest.</param>
/// <param name="ActorPath">Path of the actor of the latest failure.</param>
/// <param name="TraceId">Trace of the latest failure that was recorded; null for none.</param>
/// <param name="TraceKept">Whether the page can show it.</param>
internal sealed record FailureView(
    string ActorType, string ErrorType, string MessageType, string? Asked, string? Text, string? ThrownIn, long LastMinute, long Failures,
    double FirstSeconds, double LatestSeconds, string ActorPath, string? TraceId, bool TraceKept)
{
    /// <param name="same">The failures.</param>
    /// <param name="traces">The traces that the page can show. Such a trace is preferred to a later one that only a backend has.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public static FailureView From(EventTotals<ActorFailure> same, Dictionary<(string?, string, string), string> traces, long now)
    {
        var latest = same.Latest;
        var shown = traces.GetValueOrDefault((latest.ActorType, latest.Error, latest.MessageType));
        return new(
            latest.ActorType,
            latest.Error,
            latest.MessageType,
            OrNull(latest.Asked),
            OrNull(latest.Text),
            OrNull(latest.Frame),
            same.CountSince(now - (60 * Stopwatch.Frequency)),
            same.Total,
            Ticks.ToSeconds(now - same.First),
            Ticks.ToSeconds(now - same.Last),
            latest.Path,
            shown ?? same.Notable?.Trace.ToHexString(),
            shown is not null);
    }

    private static string? OrNull(string text) => text.Length == 0 ? null : text;
}
