using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>How an actor system is. The values are those of .NET's health checks.</summary>
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

    /// <summary>That of the worst trouble.</summary>
    public HealthLevel Level => _kinds.Select(kind => kind.Worst[0].Level).DefaultIfEmpty(HealthLevel.Healthy).Min();

    /// <summary>Those that were found, in the order of <see cref="From"/>: what can be a cause before what can be its effect.</summary>
    public IReadOnlyList<TroubleKind> Kinds => _kinds;

    /// <summary>What could not be found, and why.</summary>
    public IReadOnlyList<string> Unchecked { get; }

    /// <summary>All that are named: first the worst of each kind, then all others; of both, the unhealthy first.</summary>
    public IEnumerable<Trouble> Troubles => _kinds
        .SelectMany(kind => kind.Worst.Select((trouble, place) => (trouble, place)))
        .OrderBy(found => found.place > 0).ThenBy(found => found.trouble.Level).ThenBy(found => found.place)
        .Select(found => found.trouble);

    /// <param name="found">What was found.</param>
    /// <param name="options">The thresholds.</param>
    public static SystemHealth From(SystemFindings found, AkkaHealthCheckOptions options)
    {
        var health = new SystemHealth(found.Unchecked);
        var limits = new HealthLimits(options);
        health.Add(AkkaFindingKinds.Ended, found.Ended, "the actor system has ended", _ => true,
            system => new("", system.Address, "it has ended, and the application goes on", system.Seconds));
        health.Add(
            AkkaFindingKinds.LostNode, found.LostNodes, "nodes were lost", _ => false,
            node => new(
                "",
                node.Latest.Address,
                "downed and removed from the cluster"
                    + (node.Count > 1 ? Text($" {node.Count} times in {SystemFindings.LostNodesWithin} minutes") : ""),
                node.Seconds));
        health.Add(
            AkkaFindingKinds.Blocking, found.Blocking, "handlers block their threads", actor =>
                actor.Seconds >= limits.UnhealthyBlockingTime.TotalSeconds,
            actor => new(actor.ActorType, actor.Path,
                Text($"{FoldedNames.Work(actor.MessageType)} blocks for {actor.Seconds:0.#} s{actor.From}"), actor.Seconds)
            {
                Message = actor.MessageType,
                Detail = $"thread {actor.Thread}",
            });
        health.Add(
            AkkaFindingKinds.Awaiting, found.Awaiting, "handlers await for long", _ => false,
            work => new(work.ActorType, work.Path, Text($"{work.Message} has awaited for {work.Seconds:0.#} s{work.From}"), work.Seconds)
            {
                Message = work.Message,
                From = work.Sender ?? "",
            });
        health.Add(
            AkkaFindingKinds.Starved, found.Starved, "dispatchers lack threads", _ => false,
            seconds => new("", seconds.Latest.Dispatcher,
                Text($"no free thread in {seconds.Count} of the last 60 s: one run in twenty waited 100 ms or longer"), seconds.Seconds));
        health.Add(
            AkkaFindingKinds.Growing, found.Growing, "mailboxes have a backlog", mailbox => mailbox.Depth >= limits.UnhealthyMailboxDepth,
            mailbox =>
                new(mailbox.ActorType, mailbox.Path, $"{GrowingMailbox.TextOf(mailbox.Depth, mailbox.Stashed)}, {mailbox.Trend}", mailbox.Seconds)
                {
                    From = mailbox.Senders,
                });
        health.Add(
            AkkaFindingKinds.Late, found.Late, "actors have old messages", actor => actor.Seconds >= limits.UnhealthyMessageAge.TotalSeconds,
            actor =>
                new(actor.ActorType, actor.Path, Text($"the oldest message has waited {actor.Seconds:0.#} s, {actor.Depth} wait"), actor.Seconds));
        health.Add(
            AkkaFindingKinds.Lost, found.Losing, "kinds of messages are lost", loss => loss.Count >= limits.UnhealthyLostMessages,
            loss => new(loss.Latest.ActorType, ActorTypeNames.PathOf(loss.Latest.Recipient),
                Text($"{loss.Count} {loss.Latest.MessageType} lost in 60 s: {ReasonOf(loss.Latest)}"), loss.Seconds)
            {
                Message = loss.Latest.MessageType,
                From = loss.Latest.Sender is FoldedNames.None or FoldedNames.Unknown ? "" : FoldedNames.Who(loss.Latest.Sender),
            });
        health.Add(
            AkkaFindingKinds.Restarting, found.Restarting, "actors restart too often", actor => actor.Count >= limits.UnhealthyRestarts,
            actor => new(actor.Latest.ActorType, actor.Latest.Path,
                Text($"{actor.Count} restarts in {limits.RestartsWithin.TotalSeconds:0.#} s"), actor.Seconds));
        health.Add(
            AkkaFindingKinds.Failing, found.Failing, "kinds of failures repeat", actor => actor.Count >= limits.UnhealthyFailures,
            actor => new(actor.Latest.ActorType, actor.Latest.Path, Text($"{actor.Count} failures in 60 s: {actor.Latest.Error}"), actor.Seconds)
            {
                Message = actor.Latest.MessageType,
            });
        return health;
    }

    // The worst come first, so the first decides.
    private void Add<T>(string key, Findings<T> found, string description, Func<T, bool> isUnhealthy, Func<T, Trouble> shown)
    {
        if (found.Count > 0)
        {
            _kinds.Add(new(
                key,
                description,
                found.Count,
                [.. found.Worst.Select(one =>
                    shown(one) with { Kind = key, Level = isUnhealthy(one) ? HealthLevel.Unhealthy : HealthLevel.Degraded })]));
        }
    }

    private static string ReasonOf(MessageLoss loss) => loss.Reason switch
    {
        AkkaLossReasons.LateReply => "the Ask had timed out",
        AkkaLossReasons.Dropped => "the mailbox is full",
        AkkaLossReasons.GivenUp => $"code published Dropped{(loss.Detail.Length > 0 ? $": {loss.Detail}" : "")}",
        AkkaLossReasons.FullRegion => "the shard region's buffer is full",
        AkkaLossReasons.Undelivered when loss.ActorType == FoldedNames.None =>
            "given to the dead letters, mostly as a reply to a message that had no sender",
        AkkaLossReasons.Undelivered => "nobody has the address any more",
        AkkaLossReasons.Unhandled => "no handler takes it",
        _ => loss.Reason,
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>All troubles of one kind.</summary>
/// <param name="Key">Its name: <c>growing</c>, <c>late</c>, <c>blocking</c>, <c>awaiting</c>, <c>restarting</c>, <c>failing</c>, <c>lost</c>,
/// <c>starved</c>, <c>lost-node</c> or <c>ended</c>.</param>
/// <param name="Description">What it is, in the plural.</param>
/// <param name="Count">How many there are.</param>
/// <param name="Worst">The worst of them, the worst first.</param>
internal sealed record TroubleKind(string Key, string Description, int Count, IReadOnlyList<Trouble> Worst);

/// <summary>One trouble.</summary>
/// <param name="ActorType">Readable name of the actor's type; empty for a dispatcher or a node.</param>
/// <param name="Path">The actor's path without the address; of several actors, the latest one's. The id of a dispatcher, the address of a
/// node.</param>
/// <param name="What">What it is, and how much.</param>
/// <param name="Seconds">How long it has gone on, at least.</param>
internal sealed record Trouble(string ActorType, string Path, string What, double Seconds)
{
    /// <summary>As <see cref="TroubleKind.Key"/>.</summary>
    public string Kind { get; init; } = "";

    public HealthLevel Level { get; init; }

    /// <summary>Readable name of the message's type; empty when it is about no single one.</summary>
    public string Message { get; init; } = "";

    /// <summary>Who sends; empty when it is not known.</summary>
    public string From { get; init; } = "";

    /// <summary>What else is known; empty for nothing.</summary>
    public string Detail { get; init; } = "";

    /// <summary>All in one line.</summary>
    public string Text => $"{Path}{(ActorType.Length > 0 ? $" ({ActorType})" : "")}: {What}";
}

/// <summary>A health check of the host's actor system is registered under this name: its thresholds are the options with that name.</summary>
/// <param name="Name">The name.</param>
/// <param name="Failure">What the check reports for unhealthy.</param>
internal sealed record RegisteredHealthCheck(string Name, HealthLevel Failure);
