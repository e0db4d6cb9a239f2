using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>What has been wrong, from when to when, and which settings were changed.</summary>
/// <param name="Began">When the process began, UTC. Nothing is known from before.</param>
/// <param name="Seconds">How far back it was looked.</param>
/// <param name="Findings">The latest first; at most <see cref="FindingTracker.MaxKept"/>.</param>
/// <param name="Changes">Changes of settings on this dashboard, the latest first; at most <see cref="MadeChanges.MaxKept"/>.</param>
internal sealed record TimelineView(DateTime Began, double Seconds, IReadOnlyList<FindingView> Findings, IReadOnlyList<TimelineChangeView> Changes)
{
    private static readonly DateTime Start = Process.GetCurrentProcess().StartTime.ToUniversalTime();

    public static TimelineView From(SystemHistory history, MadeChanges changes) => new(
        Start,
        Ticks.ToSeconds(Stopwatch.GetTimestamp() - history.Since),
        [.. from one in history.Findings.Timeline
            select new FindingView(one.Kind, one.IsUnhealthy ? "unhealthy" : "degraded", one.ActorType, one.Path, one.What, one.Since, one.EndedAt)],
        [.. changes.Latest.Select(change => new TimelineChangeView(change.At, change.What))]);
}

/// <summary>One change of settings: when, UTC, and what.</summary>
internal sealed record TimelineChangeView(DateTime At, string What);

/// <summary>One trouble.</summary>
/// <param name="Kind">As in the status.</param>
/// <param name="Level"><c>degraded</c> or <c>unhealthy</c>, when it was seen first.</param>
/// <param name="Actor">Actor type; empty for a dispatcher or a node.</param>
/// <param name="Path">Path, dispatcher or address.</param>
/// <param name="What">What it was, when it was seen first.</param>
/// <param name="Since">When it began, UTC.</param>
/// <param name="Ended">When it was no longer found, UTC; null while it goes on.</param>
internal sealed record FindingView(string Kind, string Level, string Actor, string Path, string What, DateTime Since, DateTime? Ended);
