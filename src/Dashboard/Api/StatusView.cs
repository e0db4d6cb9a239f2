using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The status of one node: the health check's own verdict, the worst trouble first.</summary>
/// <param name="Node">This node.</param>
/// <param name="Now">The node's clock, UTC.</param>
/// <param name="Health"><c>healthy</c>, <c>degraded</c> or <c>unhealthy</c>.</param>
/// <param name="Worst">The worst level of everything in the answer, including other nodes and other actor systems of the process.</param>
/// <param name="Check">Name of the registered health check whose thresholds apply; null when there is none, and the default thresholds do.</param>
/// <param name="Troubles">At most <see cref="MaxTroubles"/>: the worst of each kind and actor type first.</param>
/// <param name="Count">How many troubles there are.</param>
/// <param name="Counts">How many there are of each kind.</param>
/// <param name="Ended">Troubles that have ended in the last five minutes, the latest first.</param>
/// <param name="Unchecked">The parts that could not be checked, and why.</param>
/// <param name="HistorySeconds">How far the history reaches back, in seconds.</param>
/// <param name="HistoryKept">Whether the history is recorded while no page is open.</param>
/// <param name="Cluster">Whether the node belongs to a cluster that <c>GET cluster</c> shows.</param>
/// <param name="Others">Other nodes of the cluster that are in trouble or do not answer, the worst first; at most <see cref="MaxOthers"/>.</param>
/// <param name="Systems">The other instrumented actor systems of the process, those in trouble first; at most <see cref="MaxSystems"/>.</param>
/// <param name="Process">The load of the process in the last second; null at first.</param>
/// <param name="DegradedMessageAgeSeconds">The age of its oldest message from which a mailbox is degraded.</param>
internal sealed record StatusView(
    NodeView Node,
    DateTime Now,
    string Health,
    string Worst,
    string? Check,
    IReadOnlyList<TroubleView> Troubles,
    int Count,
    IReadOnlyList<TroubleCountView> Counts,
    IReadOnlyList<FindingView> Ended,
    IReadOnlyList<string> Unchecked,
    double HistorySeconds,
    bool HistoryKept,
    bool Cluster,
    IReadOnlyList<OtherNodeView> Others,
    IReadOnlyList<OtherSystemView> Systems,
    ProcessUse? Process,
    double DegradedMessageAgeSeconds)
{
    private const int MaxTroubles = 20;
    private const int MaxOthers = 10;
    private const int MaxSystems = 10;

    public static StatusView From(Observation seen, HealthThresholds thresholds, bool historyKept)
    {
        var now = Stopwatch.GetTimestamp();
        var verdict = thresholds.Read(seen.System, now);
        var (check, health, level, _) = verdict;
        var cluster = seen.System.Insight.Nodes?.Read();
        List<OtherNodeView> others = cluster is null ? [] :
            [.. OtherNodeView.InTrouble(seen.System.Insight.Nodes!.Ask(NodeQuestions.Report), cluster, health).Take(MaxOthers)];
        List<OtherSystemView> systems = [.. OtherSystemView.Read(seen.System, thresholds, now).Take(MaxSystems)];
        return new(
            NodeView.From(seen.System, page: null),
            DateTime.UtcNow,
            RuleKeys.Word(level),
            WorstOf([RuleKeys.Word(level), .. others.Select(node => node.Level), .. systems.Select(system => system.Health)]),
            check,
            [.. TroubleView.WorstOfEach(health.Troubles).Take(MaxTroubles).Select(TroubleView.Create)],
            health.Kinds.Sum(kind => kind.Count),
            [.. health.Kinds.Select(kind => new TroubleCountView(kind.Key, kind.Description, kind.Count))],
            FindingView.EndedLately(seen.History.Findings.Timeline, DateTime.UtcNow),
            health.Unchecked,
            Ticks.ToSeconds(now - seen.History.Since),
            historyKept,
            cluster is not null,
            others,
            systems,
            seen.History.Process.Use,
            verdict.MessageAge.TotalSeconds);
    }

    private static string WorstOf(IEnumerable<string> levels) => levels.MinBy(level => level switch
    {
        "unhealthy" => 0,
        "degraded" => 1,
        _ => 2,
    })!;
}

/// <summary>Another instrumented actor system of the process, which this page does not show.</summary>
/// <param name="System">Its name.</param>
/// <param name="Health"><c>healthy</c>, <c>degraded</c> or <c>unhealthy</c>, by the default thresholds.</param>
/// <param name="Count">How many troubles there are.</param>
/// <param name="Troubles">Its worst troubles.</param>
internal sealed record OtherSystemView(string System, string Health, int Count, IReadOnlyList<TroubleView> Troubles)
{
    private const int MaxTroubles = 2;

    public static IEnumerable<OtherSystemView> Read(AkkaInstrumentationExtension shown, HealthThresholds thresholds, long now) =>
        from system in SystemInsight.InProcess
        where system != shown
        let health = thresholds.ReadOther(system, now)
        orderby health.Level, system.SystemName
        select new OtherSystemView(system.SystemName, RuleKeys.Word(health.Level), health.Kinds.Sum(kind => kind.Count),
            [.. health.Troubles.Take(MaxTroubles).Select(TroubleView.Create)]);
}

/// <summary>Another node of the cluster.</summary>
/// <param name="Address">Its address.</param>
/// <param name="State">Whether it answers: <see cref="NodeAnswer.State"/>.</param>
/// <param name="AgeSeconds">Since it answered; null when it has not.</param>
/// <param name="Health">Its health, by its own thresholds; null when it has reported none.</param>
/// <param name="Troubles">Its worst troubles.</param>
/// <param name="UnreachableSeconds">For how long at least one node has been unable to reach it; null when it is reachable.</param>
/// <param name="Page">Address of its dashboard; null when it is not known.</param>
internal sealed record OtherNodeView(
    string Address, string State, double? AgeSeconds, string? Health, IReadOnlyList<TroubleView> Troubles, double? UnreachableSeconds, string? Page)
{
    private const int MaxTroubles = 2;

    /// <summary>The level that this node shows for it: a node that does not answer counts as a trouble.</summary>
    public string Level => State == "answers" ? Health ?? RuleKeys.Word(HealthLevel.Healthy) : RuleKeys.Word(HealthLevel.Degraded);

    /// <summary>
    /// The nodes that do not answer, then those that are unhealthy, then those that are degraded. Every node reports a node that is lost or
    /// unreachable, so that trouble is listed only once.
    /// </summary>
    public static IEnumerable<OtherNodeView> InTrouble(IReadOnlyList<NodeAnswer> answers, ClusterReport cluster, SystemHealth here)
    {
        var unreachable = cluster.Members.ToDictionary(member => member.Address, member => member.UnreachableSeconds);
        var away = here.Troubles.Where(trouble => IsAway(trouble.Kind)).Select(trouble => trouble.Path).ToHashSet();
        var healthy = RuleKeys.Word(HealthLevel.Healthy);
        var unhealthy = RuleKeys.Word(HealthLevel.Unhealthy);
        return answers
            .Where(answer => answer.Address != cluster.Self)
            .Select(answer => (Answer: answer, Figures: ClusterView.FiguresIn(ClusterView.ReportIn(answer))))
            .Select(node => (node.Answer, node.Figures, Troubles: (node.Figures?.Troubles ?? [])
                .Where(trouble => !IsAway(trouble.Kind) || !away.Contains(trouble.Subject)).Take(MaxTroubles).ToList()))
            .Where(node => IsSilent(node.Answer)
                || (node.Answer.State == "answers" && node.Figures?.Health is { } health && health != healthy && node.Troubles.Count > 0))
            .OrderBy(node => IsSilent(node.Answer) ? 0 : node.Figures?.Health == unhealthy ? 1 : 2)
            .Select(node => new OtherNodeView(
                node.Answer.Address, node.Answer.State, node.Answer.AgeSeconds, node.Figures?.Health, node.Troubles,
                unreachable.GetValueOrDefault(node.Answer.Address), node.Figures?.Node?.Page));

        static bool IsAway(string kind) => kind is AkkaFindingKinds.LostNode or AkkaFindingKinds.Unreachable;
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
/// <param name="Page">Address of its dashboard, as it reports it to other nodes; null for this node, and if it is not known.</param>
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
/// <c>starved</c>, <c>lost_node</c>, <c>unreachable</c> or <c>ended</c>.</param>
/// <param name="Level"><c>degraded</c> or <c>unhealthy</c>.</param>
/// <param name="ActorType">Actor type; empty for a dispatcher or a node.</param>
/// <param name="Subject">The actor's path, or that of the latest actor if there are several; or the id of a dispatcher, or the address of a
/// node.</param>
/// <param name="Description">A description with its figures.</param>
/// <param name="DurationSeconds">The minimum time for which it has lasted, in seconds.</param>
/// <param name="MessageType">Message type; empty when the trouble concerns no single type.</param>
/// <param name="From">The sender; empty when it is not known.</param>
/// <param name="Detail">Further details; may be empty.</param>
/// <param name="Count">How many actors of its type are in the same trouble.</param>
/// <param name="LatestSeconds">How long ago the latest event was, for a trouble that is counted within a period; otherwise null.</param>
/// <param name="ClearsSeconds">In how many seconds it ends if it does not happen again, for a trouble that is counted within a period; otherwise
/// null.</param>
internal sealed record TroubleView(
    string Kind, string Level, string ActorType, string Subject, string Description, double DurationSeconds, string MessageType, string From,
        string Detail,
    int Count = 1, double? LatestSeconds = null, double? ClearsSeconds = null)
{
    public static TroubleView Create(Trouble trouble) => new(
        trouble.Kind, RuleKeys.Word(trouble.Level), trouble.ActorType, trouble.Path,
        trouble.What, trouble.Seconds, trouble.Message, trouble.From, trouble.Detail,
        trouble.Alike, trouble.LatestSeconds, trouble.ClearsSeconds);

    /// <summary>The worst of each kind and actor type first, then all others.</summary>
    public static IEnumerable<Trouble> WorstOfEach(IEnumerable<Trouble> troubles)
    {
        var seen = new HashSet<(string, string, string)>();
        return troubles.Select(trouble => (trouble, IsFirst: seen.Add((trouble.Kind, trouble.ActorType, trouble.Alike > 1 ? "" : trouble.Path))))
            .ToList().OrderByDescending(found => found.IsFirst).Select(found => found.trouble);
    }
}

/// <summary>How many troubles there are of one kind: the number, and the same in words.</summary>
internal sealed record TroubleCountView(string Kind, string Description, int Count);
