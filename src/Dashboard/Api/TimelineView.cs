using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The troubles with their begin and end, and the changes of settings.</summary>
/// <param name="StartedAt">When the process began, UTC. Nothing is known from before.</param>
/// <param name="Seconds">How far the timeline reaches back, in seconds.</param>
/// <param name="Findings">The troubles, the latest first; at most <see cref="FindingTracker.MaxKept"/>. Those of one kind about actors of one type
/// are merged if the pauses between them are shorter than a minute.</param>
/// <param name="Changes">Changes of settings on this dashboard, the latest first; at most <see cref="MadeChanges.MaxKept"/>.</param>
internal sealed record TimelineView(DateTime StartedAt, double Seconds, IReadOnlyList<FindingView> Findings,
    IReadOnlyList<TimelineChangeView> Changes)
{
    private static readonly DateTime Start = Process.GetCurrentProcess().StartTime.ToUniversalTime();

    public static TimelineView From(SystemHistory history, MadeChanges changes) => new(
        Start,
        Ticks.ToSeconds(Stopwatch.GetTimestamp() - history.Since),
        FindingView.Group(history.Findings.Timeline),
        [.. changes.Latest.Select(change => new TimelineChangeView(change.At, change.What))]);
}

/// <summary>One change of settings, with its time in UTC.</summary>
internal sealed record TimelineChangeView(DateTime At, string What);

/// <summary>One trouble, or several similar ones.</summary>
/// <param name="Kind">As in the status.</param>
/// <param name="Level"><c>degraded</c> or <c>unhealthy</c>, at its worst.</param>
/// <param name="ActorType">Actor type; empty for a dispatcher or a node.</param>
/// <param name="Subject">Path, dispatcher or address of the first one.</param>
/// <param name="Description">The description at its worst.</param>
/// <param name="StartedAt">When it began, UTC.</param>
/// <param name="EndedAt">When it ended, UTC; null while it goes on. A trouble that is counted within a period ends with its last event.</param>
/// <param name="Count">The number of merged findings.</param>
internal sealed record FindingView(
    string Kind, string Level, string ActorType, string Subject, string Description, DateTime StartedAt, DateTime? EndedAt, int Count)
{
    // How long the first screen shows troubles that have ended.
    private static readonly TimeSpan Shown = TimeSpan.FromMinutes(5);

    private const int MaxEnded = 5;

    /// <summary>The findings that have ended lately, the latest end first.</summary>
    /// <param name="timeline">The latest first.</param>
    /// <param name="now">UTC.</param>
    public static IReadOnlyList<FindingView> EndedLately(IReadOnlyList<AkkaFinding> timeline, DateTime now) =>
        [.. Group(timeline).Where(view => now - view.EndedAt < Shown).OrderByDescending(view => view.EndedAt).Take(MaxEnded)];

    /// <param name="timeline">The latest first.</param>
    /// <returns>The latest begin first.</returns>
    public static IReadOnlyList<FindingView> Group(IReadOnlyList<AkkaFinding> timeline)
    {
        var groups = new List<(FindingView View, double Size)>();
        var latest = new Dictionary<(string, string, string), int>();
        foreach (var one in timeline.OrderBy(finding => finding.StartedAt))
        {
            var level = one.IsUnhealthy || one.WasUnhealthy ? "unhealthy" : "degraded";
            if (latest.TryGetValue(one.Alike, out var place) && groups[place] is var (before, size)
                && (before.EndedAt is not { } end || one.StartedAt - end < AkkaFinding.Pause))
            {
                groups[place] = (before with
                {
                    Level = level == "unhealthy" ? level : before.Level,
                    Description = one.Size > size ? one.Worst : before.Description,
                    EndedAt = before.EndedAt is { } first && one.EndedAt is { } second ? first > second ? first : second.UtcDateTime : null,
                    Count = before.Count + one.Count,
                }, Math.Max(size, one.Size));
            }
            else
            {
                latest[one.Alike] = groups.Count;
                groups.Add((new(one.Kind, level, one.ActorType, one.Subject, one.Worst.Length > 0 ? one.Worst : one.Description,
                    one.StartedAt.UtcDateTime, one.EndedAt?.UtcDateTime, one.Count), one.Size));
            }
        }

        groups.Reverse();
        return [.. groups.Select(group => group.View)];
    }
}
