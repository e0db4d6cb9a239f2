namespace AkkaInstrumentation;

/// <summary>The cluster as one node sees it, with the report of each node about itself.</summary>
/// <param name="Self">Address of the node that was asked.</param>
/// <param name="Sum">All nodes that have answered.</param>
/// <param name="Nodes">The members, the oldest first, and then those that have left.</param>
/// <param name="Regions">Shard regions by entity type and node.</param>
/// <param name="Wire">The messages that this node has sent to other nodes and received from them.</param>
internal sealed record ClusterView(
    string Self, ClusterSumView Sum, IReadOnlyList<ClusterNodeView> Nodes, IReadOnlyList<ClusterRegionView> Regions, IReadOnlyList<WireView> Wire)
{
    /// <summary>Null when this node belongs to no cluster, or the package for clusters is missing.</summary>
    public static ClusterView? From(Observation seen)
    {
        if (seen.System.Insight.Nodes is not { } cluster || cluster.Read() is not { } read)
        {
            return null;
        }

        var answers = cluster.Ask(NodeQuestions.Report).ToDictionary(answer => answer.Address);
        var left = answers.Values.Where(answer => answer.State == "gone")
            .Select(answer => new ClusterMember(answer.Address, "removed", [], "", Age: null, IsLeader: false, IsReachable: false));
        var nodes = read.Members.Concat(left).Select(member => (Member: member, Answer: answers.GetValueOrDefault(member.Address)))
            .Select(node => (node.Member, node.Answer, Report: ReportIn(node.Answer)))
            .Select(node => (node.Member, node.Answer, node.Report, Figures: FiguresIn(node.Report)))
            .ToList();
        return new ClusterView(
            read.Self,
            ClusterSumView.From([.. nodes.Where(node => node.Answer?.State == "answers").Select(node => node.Figures).OfType<NodeFigures>()]),
            [.. nodes.Select(node => ClusterNodeView.From(node.Member, node.Answer, node.Report, node.Figures))],
            [.. nodes
                .SelectMany(node => (node.Report?.Regions ?? []).Select(region => new ClusterRegionView(
                    region.Type, node.Member.Address, region.Shards, region.Entities, region.AgeSeconds
                        + (node.Answer?.AgeSeconds ?? 0), region.Kept, region.Busiest)))
                .OrderBy(region => region.Type, StringComparer.Ordinal)],
            WireView.From(seen.System.Insight.Traffic));
    }

    /// <summary>Null when it has reported nothing.</summary>
    public static NodeReport? ReportIn(NodeAnswer? answer) => NodeAnswers.Read(answer?.Content, NodeJson.Default.NodeReport) is { } report
        ? report with
        {
            Regions = [.. NodeAnswers.Known(report.Regions).Select(region => region with { Busiest = [.. NodeAnswers.Known(region.Busiest)] })],
            Singletons = [.. NodeAnswers.Known(report.Singletons)],
        }
        : null;

    /// <summary>Null when its dashboard shows nothing.</summary>
    public static NodeFigures? FiguresIn(NodeReport? report) => NodeAnswers.Read(report?.Page, DashboardJson.Default.NodeFigures) is { } figures
        ? figures with { Troubles = [.. NodeAnswers.Known(figures.Troubles)] }
        : null;
}

/// <summary>All nodes that answer. Percentiles are of the messages of all of them.</summary>
internal sealed record ClusterSumView(
    int Nodes, double PerSecond, long Waiting, long Live, long Failures, long Restarts, DurationEstimate? WaitP95, DurationEstimate? WorkP95)
{
    public static ClusterSumView From(IReadOnlyList<NodeFigures> nodes) => new(
        nodes.Count,
        nodes.Sum(node => node.PerSecond),
        nodes.Sum(node => node.Waiting),
        nodes.Sum(node => node.Live),
        nodes.Sum(node => node.Failures),
        nodes.Sum(node => node.Restarts),
        P95(nodes.Select(node => node.Waits)),
        P95(nodes.Select(node => node.Works)));

    public static DurationEstimate? P95(IEnumerable<IReadOnlyList<int>?> buckets) =>
        DurationCounts.Percentile(buckets.Select(DurationCounts.From), 0.95);
}

/// <summary>One node. Figures are null if it has reported none; the last ones stay when it stops answering.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Status">Its status as a member: <c>joining</c>, <c>weakly_up</c>, <c>up</c>, <c>leaving</c>, <c>exiting</c>, <c>down</c>;
/// <c>removed</c> when it has left.</param>
/// <param name="Roles">Its roles.</param>
/// <param name="AppVersion">The version of the application that its Akka configuration names.</param>
/// <param name="Age">1 for the oldest member; null before it is up.</param>
/// <param name="Leader">Whether it is the leader.</param>
/// <param name="Reachable">False when some node cannot reach it.</param>
/// <param name="State">Whether it answers: <see cref="NodeAnswer.State"/>; <c>not_asked</c> for the members beyond 100.</param>
/// <param name="AgeSeconds">Time since its last answer; null if it has not answered.</param>
/// <param name="Node">Its process.</param>
/// <param name="Health">Its health.</param>
/// <param name="Troubles">Its worst troubles.</param>
/// <param name="PerSecond">Messages a second.</param>
/// <param name="Waiting">Messages that wait.</param>
/// <param name="Live">Actors that live.</param>
/// <param name="Failures">Failures of the last minute.</param>
/// <param name="Restarts">Restarts of the last minute.</param>
/// <param name="WaitP95">Time in the mailbox.</param>
/// <param name="WorkP95">Time in the handler.</param>
/// <param name="Singletons">Managers whose singletons run there.</param>
internal sealed record ClusterNodeView(
    string Address,
    string Status,
    IReadOnlyList<string> Roles,
    string AppVersion,
    int? Age,
    bool Leader,
    bool Reachable,
    string State,
    double? AgeSeconds,
    NodeView? Node,
    string? Health,
    IReadOnlyList<TroubleView> Troubles,
    double? PerSecond,
    long? Waiting,
    long? Live,
    long? Failures,
    long? Restarts,
    DurationEstimate? WaitP95,
    DurationEstimate? WorkP95,
    IReadOnlyList<string> Singletons)
{
    /// <summary>Time since its last heartbeat, if the next one is late; otherwise null.</summary>
    public double? LateSeconds { get; init; }

    public static ClusterNodeView From(ClusterMember member, NodeAnswer? answer, NodeReport? report, NodeFigures? figures) => new(
        member.Address,
        member.Status,
        member.Roles,
        member.AppVersion,
        member.Age,
        member.IsLeader,
        member.IsReachable,
        answer?.State ?? "not_asked",
        answer?.AgeSeconds,
        figures?.Node,
        figures?.Health,
        figures?.Troubles ?? [],
        figures?.PerSecond,
        figures?.Waiting,
        figures?.Live,
        figures?.Failures,
        figures?.Restarts,
        ClusterSumView.P95([figures?.Waits]),
        ClusterSumView.P95([figures?.Works]),
        report?.Singletons ?? [])
    {
        LateSeconds = member.IsLate ? member.HeartbeatSeconds : null,
    };
}

/// <summary>The region of one entity type on one node.</summary>
/// <param name="Type">The entity type.</param>
/// <param name="Node">Address of the node.</param>
/// <param name="Shards">Shards there.</param>
/// <param name="Entities">Entities in them.</param>
/// <param name="AgeSeconds">Time since the region's last answer.</param>
/// <param name="Kept">Messages that it keeps until the home of their shard is known.</param>
/// <param name="Busiest">Its busiest shards.</param>
internal sealed record ClusterRegionView(
    string Type, string Node, long Shards, long Entities, double AgeSeconds, int Kept, IReadOnlyList<ShardReport> Busiest);

/// <summary>Messages of one type in one direction, since metrics were first collected. The figures are estimates from a sample.</summary>
/// <param name="MessageType">Readable name of the type.</param>
/// <param name="Direction"><c>transmit</c> or <c>receive</c>.</param>
/// <param name="Messages">Messages.</param>
/// <param name="Bytes">The bytes that their serializers wrote or read.</param>
/// <param name="MeanUs">The mean time of a serializer for one message, in microseconds.</param>
/// <param name="Large">Sent messages above half of the transport's largest frame.</param>
internal sealed record WireView(string MessageType, string Direction, long Messages, long Bytes, double MeanUs, long Large)
{
    private const int MaxRows = 50;

    public static IReadOnlyList<WireView> From(INodeTraffic? traffic) =>
    [
        .. (traffic?.Read() ?? [])
            .Where(row => row.Messages > 0)
            .OrderByDescending(row => row.Bytes)
            .Take(MaxRows)
            .Select(row => new WireView(
                row.Message, row.Direction, row.Messages, row.Bytes, Math.Round(1e6 * row.Seconds / Math.Max(row.Messages, 1), 1), row.Large)),
    ];
}
