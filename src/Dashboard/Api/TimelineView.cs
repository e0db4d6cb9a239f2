using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>What has been wrong, from when to when, and which settings were changed.</summary>
/// <param name="Began">When the process began, UTC. Nothing is known from before.</param>
/// <param name="Seconds">How far back it was looked.</param>
/// <param name="Findings">The latest first; at most <see cref="FindingTracker.MaxKept"/>. Those of one kind about actors of one type are one, as long
/// as no pause between them is as long as a minute.</param>
/// <param name="Changes">Changes of settings on this dashboard, the latest first; at most <see cref="MadeChanges.MaxKept"/>.</param>
internal sealed record TimelineView(DateTime Began, double Seconds, IReadOnlyList<FindingView> Findings, IReadOnlyList<TimelineChangeView> Changes)
{
    private static readonly DateTime Start = Process.GetCurrentProcess().StartTime.ToUniversalTime();

    public static TimelineView From(SystemHistory history, MadeChanges changes) => new(
        Start,
        Ticks.ToSeconds(Stopwatch.GetTimestamp() - history.Since),
        FindingView.Group(history.Findings.Timeline),
        [.. changes.Latest.Select(change => new TimelineChangeView(change.At, change.What))]);
}

/// <summary>One change of settings: when, UTC, and what.</summary>
internal sealed record TimelineChangeView(DateTime At, string What);

/// <summary>One trouble, or several alike.</summary>
/// <param name="Kind">As in the status.</param>
/// <param name="Level"><c>degraded</c> or <c>unhealthy</c>, when it was seen first; that of the worst.</param>
/// <param name="Actor">Actor type; empty for a dispatcher or a node.</param>
/// <param name="Path">Path, dispatcher or address; that of the first.</param>
/// <param name="What">What it was, when it was seen first.</param>
/// <param name="Since">When it began, UTC.</param>
/// <param name="Ended">When it was no longer found, UTC; null while it goes on.</param>
/// <param name="Count">How many findings it is; at most <see cref="FindingTracker.MaxAlike"/> are kept.</param>
internal sealed record FindingView(
    string Kind, string Level, string Actor, string Path, string What, DateTime Since, DateTime? Ended, int Count)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(1);
    private static readonly char[] Digits = [.. "0123456789"];

    /// <param name="timeline">The latest first.</param>
    /// <returns>The latest begin first.</returns>
    public static IReadOnlyList<FindingView> Group(IReadOnlyList<AkkaFinding> timeline)
    {
        var groups = new List<FindingView>();
        var latest = new Dictionary<(string, string, string), int>();
        foreach (var one in timeline.OrderBy(finding => finding.Since))
        {
            // A dispatcher and a node have no type, and messages of one type can be lost in several ways.
            var alike = one.ActorType.Length == 0 ? one.Path : one.Kind == AkkaFindingKinds.Lost ? one.What.TrimStart(Digits) : "";
            var key = (one.Kind, one.ActorType, alike);
            var view = new FindingView(
                one.Kind, one.IsUnhealthy ? "unhealthy" : "degraded", one.ActorType, one.Path, one.What, one.Since, one.EndedAt, Count: 1);
            if (latest.TryGetValue(key, out var place) && groups[place] is var before && (before.Ended is not { } end || one.Since - end < Pause))
            {
                groups[place] = before with
                {
                    Level = one.IsUnhealthy ? view.Level : before.Level,
                    Ended = before.Ended is { } first && one.EndedAt is { } second ? first > second ? first : second : null,
                    Count = before.Count + 1,
                };
            }
            else
            {
                latest[key] = groups.Count;
                groups.Add(view);
            }
        }

        groups.Reverse();
        return groups;
    }
}
