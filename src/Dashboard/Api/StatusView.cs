using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The status of one node: the health check's own verdict, the worst trouble first.</summary>
/// <param name="Node">Which node this is.</param>
/// <param name="Now">The node's clock, UTC.</param>
/// <param name="Health"><c>healthy</c>, <c>degraded</c> or <c>unhealthy</c>.</param>
/// <param name="Check">Name of the registered health check whose thresholds apply; null when there is none, and the default thresholds do.</param>
/// <param name="Troubles">At most <see cref="MaxTroubles"/>.</param>
/// <param name="Counts">How many there are of each kind.</param>
/// <param name="Unchecked">What could not be checked, and why.</param>
/// <param name="HistorySeconds">How far the history goes back.</param>
/// <param name="HistoryKept">Whether it goes on while no page is open.</param>
/// <param name="Cluster">Whether the node belongs to a cluster that <c>GET cluster</c> shows.</param>
/// <param name="Others">Other nodes of the cluster that are in trouble or do not answer, the worst first; at most <see cref="MaxOthers"/>.</param>
/// <param name="Process">What the process used in the last second; null at first.</param>
internal sealed record StatusView(
    NodeView Node,
    DateTime Now,
    string Health,
    string? Check,
    IReadOnlyList<TroubleView> Troubles,
    IReadOnlyList<TroubleCountView> Counts,
    IReadOnlyList<string> Unchecked,
    double HistorySeconds,
    bool HistoryKept,
    bool Cluster,
    IReadOnlyList<OtherNodeView> Others,
    ProcessUse? Process)
{
    private const int MaxTroubles = 20;
    private const int MaxOthers = 10;

    public static StatusView From(Observation seen, HealthThresholds thresholds, bool historyKept)
    {
        var now = Stopwatch.GetTimestamp();
        var (check, health, level, _) = thresholds.Read(seen.System, now);
        var cluster = seen.System.Insight.Nodes?.Read();
        return new(
            NodeView.From(seen.System, page: null),
            DateTime.UtcNow,
            RuleKeys.Word(level),
            check,
            [.. health.Troubles.Take(MaxTroubles).Select(TroubleView.Create)],
            [.. health.Kinds.Select(kind => new TroubleCountView(kind.Key, kind.Description, kind.Count))],
            health.Unchecked,
            Ticks.ToSeconds(now - seen.History.Since),
            historyKept,
            cluster is not null,
            cluster is null ? [] : [.. OtherNodeView.InTrouble(seen.System.Insight.Nodes!.Ask(NodeQuestions.Report), cluster, health)
                .Take(MaxOthers)],
            seen.History.Process.Use);
    }
}

/// <summary>Another node of the cluster.</summary>
/// <param name="Address">Its address.</param>
/// <param name="State">Whether it answers: <see cref="NodeAnswer.State"/>.</param>
/// <param name="AgeSeconds">Since it answered; null when it has not.</param>
/// <param name="Health">Its health, by its own thresholds; null when it has reported none.</param>
/// <param name="Troubles">Its worst troubles.</param>
/// <param name="UnreachableSeconds">For how long some node has not reached it; null when it is reachable.</param>
/// <param name="Page">Address of its dashboard; null when it is not known.</param>
internal sealed record OtherNodeView(
    string Address, string State, double? AgeSeconds, string? Health, IReadOnlyList<TroubleView> Troubles, double? UnreachableSeconds, string? Page)
{
    private const int MaxTroubles = 2;

    /// <summary>
    /// The nodes that do not answer, then those that are unhealthy, then those that are degraded. All nodes name a node that is lost: once is enough.
    /// </summary>
    public static IEnumerable<OtherNodeView> InTrouble(IReadOnlyList<NodeAnswer> answers, ClusterReport cluster, SystemHealth here)
    {
        var unreachable = cluster.Members.ToDictionary(member => member.Address, member => member.UnreachableSeconds);
        var lost = here.Troubles.Where(trouble => trouble.Kind == AkkaFindingKinds.LostNode).Select(trouble => trouble.Path).ToHashSet();
        var healthy = RuleKeys.Word(HealthLevel.Healthy);
        var unhealthy = RuleKeys.Word(HealthLevel.Unhealthy);
        return answers
            .Where(answer => answer.Address != cluster.Self)
            .Select(answer => (Answer: answer, Figures: ClusterView.FiguresIn(ClusterView.ReportIn(answer))))
            .Select(node => (node.Answer, node.Figures, Troubles: (node.Figures?.Troubles ?? [])
                .Where(trouble => trouble.Kind != AkkaFindingKinds.LostNode || !lost.Contains(trouble.Path)).Take(MaxTroubles).ToList()))
            .Where(node => IsSilent(node.Answer)
                || (node.Answer.State == "answers" && node.Figures?.Health is { } health && health != healthy && node.Troubles.Count > 0))
            .OrderBy(node => IsSilent(node.Answer) ? 0 : node.Figures?.Health == unhealthy ? 1 : 2)
            .Select(node => new OtherNodeView(
                node.Answer.Address, node.Answer.State, node.Answer.AgeSeconds, node.Figures?.Health, node.Troubles,
                unreachable.GetValueOrDefault(node.Answer.Address), node.Figures?.Node?.Page));

        static bool IsSilent(NodeAnswer answer) => answer.State is "unreachable" or "silent";
    }
}

/// <summary>One node.</summary>
/// <param name="System">Name of the actor system.</param>
/// <param name="Address">Its address.</param>
/// <param name="Machine">Name of the machine.</param>
/// <param name="ProcessId">The process.</param>
/// <param name="Application">Name of the application.</param>
/// <param name="Version">Its version.</param>
/// <param name="StartedAt">When the process started, UTC.</param>
/// <param name="Page">Address of its dashboard, as it tells it to other nodes; null for this node, and where none is known.</param>
internal sealed record NodeView(
    string System, string Address, string Machine, int ProcessId, string Application, string? Version, DateTime StartedAt, string? Page)
{
    private static readonly System.Reflection.AssemblyName? Entry = global::System.Reflection.Assembly.GetEntryAssembly()?.GetName();
    private static readonly DateTime Started = StartOfProcess();

    public static NodeView From(AkkaInstrumentationExtension system, string? page) => new(
        system.SystemName,
        system.System.Provider.DefaultAddress.ToString(),
        Environment.MachineName,
        Environment.ProcessId,
        Entry?.Name ?? "",
        Entry?.Version?.ToString(),
        Started,
        page);

    private static DateTime StartOfProcess()
    {
        using var process = Process.GetCurrentProcess();
        return process.StartTime.ToUniversalTime();
    }
}

/// <summary>One trouble.</summary>
/// <param name="Kind"><c>blocking</c>, <c>awaiting</c>, <c>growing</c>, <c>late</c>, <c>lost</c>, <c>restarting</c>, <c>failing</c>,
/// <c>starved</c>, <c>lost-node</c> or <c>ended</c>.</param>
/// <param name="Level"><c>degraded</c> or <c>unhealthy</c>.</param>
/// <param name="Actor">Actor type; empty for a dispatcher or a node.</param>
/// <param name="Path">The actor's path; of several actors, the latest one's. The id of a dispatcher, the address of a node.</param>
/// <param name="What">What it is, and how much.</param>
/// <param name="Seconds">How long it has gone on, at least.</param>
/// <param name="Message">Message type; empty when it is about no single one.</param>
/// <param name="From">Who sends; empty when that is not known.</param>
/// <param name="Detail">What else is known; can be empty.</param>
internal sealed record TroubleView(
    string Kind, string Level, string Actor, string Path, string What, double Seconds, string Message, string From, string Detail)
{
    public static TroubleView Create(Trouble trouble) => new(
        trouble.Kind, RuleKeys.Word(trouble.Level), trouble.ActorType, trouble.Path,
        trouble.What, trouble.Seconds, trouble.Message, trouble.From, trouble.Detail);
}

/// <summary>How many troubles there are of one kind.</summary>
internal sealed record TroubleCountView(string Kind, string Description, int Count);
