using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The figures that a node's dashboard sends to the dashboards of other nodes. They may come from another version of this library: missing values are
/// null or 0.
/// </summary>
/// <param name="Node">The node.</param>
/// <param name="Health"><c>healthy</c>, <c>degraded</c> or <c>unhealthy</c>.</param>
/// <param name="Troubles">The worst troubles.</param>
/// <param name="PerSecond">Messages a second, over the last 10 seconds.</param>
/// <param name="Waiting">Messages that wait.</param>
/// <param name="Live">Actors that live and have an instrumented mailbox.</param>
/// <param name="Failures">Failures of the last minute.</param>
/// <param name="Restarts">Restarts of the last minute.</param>
/// <param name="Waits">Messages of the last 10 seconds by the time in the mailbox, in the buckets of the histograms.</param>
/// <param name="Works">The same by the time in the handler.</param>
internal sealed record NodeFigures(
    NodeView? Node,
    string? Health,
    IReadOnlyList<TroubleView>? Troubles,
    double PerSecond,
    long Waiting,
    long Live,
    long Failures,
    long Restarts,
    IReadOnlyList<int>? Waits,
    IReadOnlyList<int>? Works)
{
    private const int MaxTroubles = 5;
    private const int LongestText = 300;

    public static NodeFigures Read(Observation seen, HealthThresholds thresholds, string? page)
    {
        var (_, health, level, _) = thresholds.Read(seen.System, Stopwatch.GetTimestamp());
        return seen.Read(minute =>
        {
            var recent = minute.Recent.Select(second => second.Sum).ToList();
            return new NodeFigures(
                NodeView.From(seen.System, page),
                RuleKeys.Word(level),
                [.. health.Troubles.Take(MaxTroubles).Select(TroubleView.Create).Select(Cut)],
                Math.Round(recent.Sum(second => second.Messages) / Math.Max(minute.Recent.Sum(second => second.Length), 1e-3), 2),
                minute.Totals.Actors.Values.Sum(type => type.Depth),
                minute.Totals.Actors.Values.Where(type => type.Category is null).Sum(type => type.Live),
                minute.Seconds.Sum(second => second.Sum.Failures),
                minute.Seconds.Sum(second => second.Sum.Restarts),
                DurationCounts.Buckets(recent.Select(second => second.Waits)),
                DurationCounts.Buckets(recent.Select(second => second.Works)));
        });
    }

    private static TroubleView Cut(TroubleView trouble) => trouble with
    {
        Subject = Cut(trouble.Subject),
        Description = Cut(trouble.Description),
        From = Cut(trouble.From),
    };

    private static string Cut(string text) => text.Length > LongestText ? $"{text[..LongestText]}…" : text;
}
