using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>The health of an actor system. The values are those of .NET's health checks.</summary>
internal enum HealthLevel
{
    Unhealthy = 0,
    Degraded = 1,
    Healthy = 2,
}

/// <summary>
/// Decides from findings whether an actor system is healthy, and lists the actors in trouble. The health check and the dashboard's status both
/// show it.
/// </summary>
internal sealed class SystemHealth
{
    private readonly List<TroubleKind> _kinds = [];

    private SystemHealth(IReadOnlyList<string> notChecked) => Unchecked = notChecked;

    /// <summary>The level of the worst trouble.</summary>
    public HealthLevel Level => _kinds.Select(kind => kind.Worst[0].Level).DefaultIfEmpty(HealthLevel.Healthy).Min();

    /// <summary>The kinds that were found, in the order of <see cref="From"/>: possible causes before their effects.</summary>
    public IReadOnlyList<TroubleKind> Kinds => _kinds;

    /// <summary>The parts that could not be checked, and why.</summary>
    public IReadOnlyList<string> Unchecked { get; }

    /// <summary>All troubles that are named: first the worst of each kind, then all others. In both groups, unhealthy ones come first.</summary>
    public IEnumerable<Trouble> Troubles => _kinds
        .SelectMany(kind => kind.Worst.Select((trouble, place) => (trouble, place)))
        .OrderBy(found => found.place > 0).ThenBy(found => found.trouble.Level).ThenBy(found => found.place)
        .Select(found => found.trouble);

    /// <param name="found">The findings.</param>
    /// <param name="options">The thresholds.</param>
    public static SystemHealth From(SystemFindings found, AkkaHealthCheckOptions options)
    {
        var health = new SystemHealth(found.Unchecked);
        var limits = new HealthLimits(options);
        health.Add(AkkaFindingKinds.Ended, found.Ended, "the actor system has ended", "actor systems have ended", _ => true,
            system => new("", system.Address, "it has ended, and the application goes on", system.Seconds));
        health.Add(AkkaFindingKinds.CutOff, found.Self, "this node stood still or is cut off", "nodes stood still or are cut off", _ => false,
            node => new("", node.Address, $"this node {node.What}", node.Seconds));
        health.Add(
            AkkaFindingKinds.LostNode, found.LostNodes, "1 lost node", "lost nodes", _ => false,
            node => new(
                "",
                node.Latest.Address,
                $"{(node.Latest.IsSelf ? "this node was " : "")}downed and removed from the cluster"
                    + (node.Count > 1 ? Text($" {node.Count} times in {SystemFindings.LostNodesWithin} minutes") : ""),
                node.Seconds));
        health.Add(
            AkkaFindingKinds.Unreachable, found.Unreachable, "1 unreachable node", "unreachable nodes", _ => false,
            node => new("", node.Address, "the cluster cannot reach it", node.UnreachableSeconds ?? 0));
        health.Add(
            AkkaFindingKinds.Blocking, found.Blocking, "1 blocked thread", "blocked threads", actor =>
                actor.Seconds >= limits.UnhealthyBlockingTime.TotalSeconds,
            actor => new(actor.ActorType, actor.Path,
                Text($"{FoldedWords.Work(actor.MessageType)} blocks for {DurationWords.Text(actor.Seconds)}{actor.From}{actor.In}"), actor.Seconds)
            {
                Message = actor.MessageType,
                Size = actor.Seconds,
                Detail = $"thread {actor.Thread}",
            });
        health.Add(
            AkkaFindingKinds.Awaiting, found.Awaiting, "1 handler awaits for long", "handlers await for long", _ => false,
            work => new(
                work.ActorType, work.ActorPath,
                Text($"{work.MessageType} has awaited for {DurationWords.Text(work.Seconds)}{work.From}"), work.Seconds)
            {
                Message = work.MessageType,
                Size = work.Seconds,
                From = work.SenderPath ?? "",
            });
        health.Add(
            AkkaFindingKinds.Starved, found.Starved, "1 starved dispatcher", "starved dispatchers", _ => false,
            seconds => new Trouble("", seconds.Latest.Dispatcher,
                Text($"starved for {seconds.Count} of the last 60 s (p95 delay over 100 ms)"), seconds.Seconds).Repeats(seconds));
        health.Add(
            AkkaFindingKinds.Growing, found.Growing, "1 mailbox with a backlog", "mailboxes with a backlog", mailbox =>
                mailbox.Depth >= limits.UnhealthyMailboxDepth,
            mailbox =>
                new(mailbox.ActorType, mailbox.Path, $"{GrowingMailbox.TextOf(mailbox.Depth, mailbox.Stashed)}, {mailbox.Trend}", mailbox.Seconds)
                {
                    From = mailbox.Senders,
                    Size = mailbox.Depth,
                });
        health.Add(
            AkkaFindingKinds.Late, found.Late, "1 actor with old messages", "actors with old messages", actor =>
                actor.Seconds >= limits.UnhealthyMessageAge.TotalSeconds,
            actor =>
                new(actor.ActorType, actor.Path,
                    Text($"the oldest message has waited {DurationWords.Text(actor.Seconds)}, {actor.Depth} wait"), actor.Seconds)
                {
                    Size = actor.Seconds,
                });
        health.Add(
            AkkaFindingKinds.Persisting, found.Persisting, "1 persistent actor waits for its journal", "persistent actors wait for their journal",
            actor => actor.Seconds >= limits.UnhealthyMessageAge.TotalSeconds,
            actor => new(actor.ActorType, actor.Path, actor.What, actor.Seconds));
        health.Add(
            AkkaFindingKinds.Unreadable, found.Unreadable, "1 message type cannot be read", "message types cannot be read", loss =>
                loss.Count >= limits.UnhealthyLostMessages,
            loss => new Trouble("", loss.Latest.Node,
                Text($"{loss.Count} {loss.Latest.MessageType} lost in 60 s: ")
                    + (loss.Latest.IsSent ? "it cannot be written here" : "it cannot be read here"),
                loss.Seconds)
            {
                Message = loss.Latest.MessageType,
            }.Repeats(loss));
        health.Add(
            AkkaFindingKinds.Lost, found.Losing, "1 message type is being lost", "message types are being lost", loss =>
                loss.Count >= limits.UnhealthyLostMessages,
            loss => new Trouble(loss.Latest.ActorType, ActorTypeNames.PathOf(loss.Latest.Recipient),
                Text($"{loss.Count} {loss.Latest.MessageType} lost in 60 s: {ReasonOf(loss.Latest)}"), loss.Seconds)
            {
                Message = loss.Latest.MessageType,
                From = loss.Latest.Sender is FoldedNames.None or FoldedNames.Unknown ? "" : FoldedWords.Who(loss.Latest.Sender),
            }.Repeats(loss));
        health.Add(
            AkkaFindingKinds.Restarting, found.Restarting, "1 actor restarts too often", "actors restart too often", actor =>
                actor.Count >= limits.UnhealthyRestarts,
            actor => new Trouble(actor.Latest.ActorType, actor.Latest.Path,
                ShardingActors.Buffers(actor.Latest)
                    ? Text($"it restarted{(actor.Count == 1 ? "" : $" {actor.Count} times")}, and lost what it had buffered")
                    : Text($"{actor.Count} restarts in {DurationWords.Text(limits.RestartsWithin.TotalSeconds)}"), actor.Seconds).Repeats(actor));
        health.Add(
            AkkaFindingKinds.Failing, found.Failing, "1 kind of failure repeats", "kinds of failures repeat", actor =>
                actor.Count >= limits.UnhealthyFailures,
            actor => new Trouble(actor.Latest.ActorType, actor.Latest.Path,
                Text($"{actor.Count} {(actor.Latest.IsMessage ? "messages Status.Failure" : "failures")} in 60 s: ")
                    + FailureWords.Error(actor.Latest) + FailureWords.ThrownIn(actor.Latest),
                actor.Seconds)
            {
                Message = actor.Latest.MessageType,
            }.Repeats(actor));
        health.Add(AkkaFindingKinds.Leaking, found.Leaking, "1 actor type grows and grows", "actor types grow and grow", _ => false,
            type => new Trouble(
                type.ActorType,
                type.Parent,
                Text($"{type.Live} live, {type.More} more in {type.Seconds:0} s, {type.Stopped} have stopped"),
                type.Seconds));
        return health;
    }

    // The worst one comes first, so it decides.
    private void Add<T>(string key, Findings<T> found, string one, string several, Func<T, bool> isUnhealthy, Func<T, Trouble> shown)
    {
        if (found.Count > 0)
        {
            List<Trouble> named = [.. found.Worst.Select(worst =>
                shown(worst) with { Kind = key, Level = isUnhealthy(worst) ? HealthLevel.Unhealthy : HealthLevel.Degraded })];
            _kinds.Add(new(
                key,
                found.Count == 1 ? one : Text($"{found.Count} {several}"),
                found.Count,
                [.. named.Select(trouble => trouble with
                {
                    Alike = IsAlone(trouble) ? 1 : found.CountOf(trouble.ActorType, named.Count(other => other.ActorType == trouble.ActorType)),
                })]));
        }
    }

    // A dispatcher and a node have no type. Each kind of failure or loss is one trouble.
    private static bool IsAlone(Trouble trouble) =>
        trouble.ActorType.Length == 0 || trouble.Kind is AkkaFindingKinds.Failing or AkkaFindingKinds.Lost;

    private static string ReasonOf(MessageLoss loss) => loss.Reason switch
    {
        AkkaLossReasons.LateReply => "the Ask had timed out",
        AkkaLossReasons.Dropped => "the mailbox is full",
        AkkaLossReasons.GivenUp => $"code published Dropped{(loss.Detail.Length > 0 ? $": {loss.Detail}" : "")}",
        AkkaLossReasons.NoSubscriber => $"nobody has subscribed to the topic {loss.Detail}".TrimEnd(),
        AkkaLossReasons.LostBuffer => "its shard or shard region stopped or restarted while it kept the message",
        AkkaLossReasons.FullRegion => "the shard region's buffer is full",
        AkkaLossReasons.Undelivered when loss.ActorType == FoldedNames.None => "code gave it to the dead letters",
        AkkaLossReasons.Discarded => "its receiver gave it to the dead letters",
        AkkaLossReasons.NodeGone => $"its node is gone{(loss.Detail.Length > 0 ? $": {loss.Detail}" : "")}",
        AkkaLossReasons.NoSender => "it answers a message that had no sender",
        AkkaLossReasons.Undelivered => "the receiver has stopped",
        AkkaLossReasons.Unhandled => "no handler takes it",
        _ => loss.Reason,
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>All troubles of one kind.</summary>
/// <param name="Key">Its name: <c>growing</c>, <c>late</c>, <c>blocking</c>, <c>awaiting</c>, <c>restarting</c>, <c>failing</c>, <c>lost</c>,
/// <c>starved</c>, <c>persisting</c>, <c>unreadable</c>,
/// <c>lost_node</c>, <c>unreachable</c> or <c>ended</c>.</param>
/// <param name="Description">A text with the number and the kind.</param>
/// <param name="Count">How many there are.</param>
/// <param name="Worst">The worst of them, the worst first.</param>
internal sealed record TroubleKind(string Key, string Description, int Count, IReadOnlyList<Trouble> Worst);

/// <summary>One trouble.</summary>
/// <param name="ActorType">Readable name of the actor's type; empty for a dispatcher or a node.</param>
/// <param name="Path">The actor's path without the address, or that of the latest actor if there are several; or the id of a dispatcher, or the
/// address of a node.</param>
/// <param name="What">A description with its figures.</param>
/// <param name="Seconds">The minimum time for which it has lasted.</param>
internal sealed record Trouble(string ActorType, string Path, string What, double Seconds)
{
    /// <summary>Its kind, see <see cref="TroubleKind.Key"/>.</summary>
    public string Kind { get; init; } = "";

    public HealthLevel Level { get; init; }

    /// <summary>Readable name of the message's type; empty when the trouble concerns no single type.</summary>
    public string Message { get; init; } = "";

    /// <summary>The sender; empty when it is not known.</summary>
    public string From { get; init; } = "";

    /// <summary>Further details; empty for none.</summary>
    public string Detail { get; init; } = "";

    /// <summary>The size of the trouble: larger is worse, among troubles of one kind.</summary>
    public double Size { get; init; }

    /// <summary>How many actors of its type are in the same trouble, including those that are not named.</summary>
    public int Alike { get; init; } = 1;

    /// <summary>How long ago the latest event was, for a trouble that is counted within a period. Null for a trouble that is a state.</summary>
    public double? LatestSeconds { get; init; }

    /// <summary>In how many seconds it ends if it does not happen again, for a trouble that is counted within a period.</summary>
    public double? ClearsSeconds { get; init; }

    /// <summary>The same trouble with the values of one that is counted within a period.</summary>
    public Trouble Repeats<T>(Repeated<T> counted) =>
        this with { Size = counted.Count, LatestSeconds = counted.LatestSeconds, ClearsSeconds = counted.ClearsSeconds };

    /// <summary>The whole trouble in one line.</summary>
    public string Text => $"{Path}{(ActorType.Length > 0 ? $" ({ActorType})" : "")}: {What}";
}

/// <summary>A health check of the host's actor system is registered under this name: its thresholds are the options with that name.</summary>
/// <param name="Name">The name.</param>
/// <param name="Failure">The level that the check reports instead of unhealthy.</param>
internal sealed record RegisteredHealthCheck(string Name, HealthLevel Failure);
