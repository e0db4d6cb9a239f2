using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The troubles of one actor system. Its health depends on nothing else.</summary>
/// <param name="Growing">Mailboxes that were reported as growing and have not recovered.</param>
/// <param name="Late">Actors whose oldest message is too old.</param>
/// <param name="Blocking">Handlers that were reported as blocking and have not returned.</param>
/// <param name="Restarting">Actors that restart too often.</param>
/// <param name="Unchecked">The parts that could not be checked, and why.</param>
internal sealed record SystemFindings(
    Findings<GrowingMailbox> Growing,
    Findings<LateActor> Late,
    Findings<BlockingActor> Blocking,
    Findings<Repeated<ActorRestart>> Restarting,
    IReadOnlyList<string> Unchecked)
{
    /// <summary>The text that is shown if streams run and none of their stages has a name.</summary>
    public const string Streams = "streams: no stage is named by Instrumented(name) of AkkaInstrumentation.Streams";

    private const int MaxUnchecked = 5;

    /// <summary>The name that is shown instead of a dispatcher's id for the threads of the pool.</summary>
    public const string ThreadPool = "thread pool";

    /// <summary>How long a lost node is reported, in minutes.</summary>
    public const int LostNodesWithin = 5;

    /// <summary>Messages whose handlers await for too long.</summary>
    public Findings<AkkaMessageAtWork> Awaiting { get; init; } = Findings<AkkaMessageAtWork>.None;

    /// <summary>The actor system, if it has ended.</summary>
    public Findings<EndedActorSystem> Ended { get; init; } = Findings<EndedActorSystem>.None;

    /// <summary>Actor types that fail too often.</summary>
    public Findings<Repeated<ActorFailure>> Failing { get; init; } = Findings<Repeated<ActorFailure>>.None;

    /// <summary>Messages that are lost too often.</summary>
    public Findings<Repeated<MessageLoss>> Losing { get; init; } = Findings<Repeated<MessageLoss>>.None;

    /// <summary>Persistent actors that have waited too long for their journal.</summary>
    public Findings<PersistingActor> Persisting { get; init; } = Findings<PersistingActor>.None;

    /// <summary>Messages between nodes that cannot be written or read.</summary>
    public Findings<Repeated<UnreadableMessage>> Unreadable { get; init; } = Findings<Repeated<UnreadableMessage>>.None;

    /// <summary>Dispatchers that lack threads too often.</summary>
    public Findings<Repeated<StarvedSecond>> Starved { get; init; } = Findings<Repeated<StarvedSecond>>.None;

    /// <summary>Nodes that the cluster lost.</summary>
    public Findings<Repeated<NodeLoss>> LostNodes { get; init; } = Findings<Repeated<NodeLoss>>.None;

    /// <summary>Nodes that the cluster cannot reach.</summary>
    public Findings<ClusterMember> Unreachable { get; init; } = Findings<ClusterMember>.None;

    /// <summary>This node, if it was suspended or is cut off.</summary>
    public Findings<ThisNode> Self { get; init; } = Findings<ThisNode>.None;

    /// <summary>Actor types whose number of living actors keeps growing.</summary>
    public Findings<GrowingType> Leaking { get; init; } = Findings<GrowingType>.None;

    public bool IsEmpty => Ended.Count + Awaiting.Count + Growing.Count + Late.Count + Blocking.Count + Restarting.Count
        + Failing.Count + Losing.Count + Persisting.Count + Unreadable.Count + Starved.Count + LostNodes.Count + Unreachable.Count
        + Self.Count + Leaking.Count == 0;

    /// <summary>Walks over the mailboxes once. Any thread.</summary>
    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="options">The thresholds.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public static SystemFindings Read(AkkaInstrumentationExtension system, AkkaHealthCheckOptions options, long now)
    {
        var watched = system.Insight.Watched;
        var limits = new HealthLimits(options);
        var cluster = system.Insight.Nodes?.Read();
        var self = ThisNode.In(cluster, system.Insight.Clock.Latest(now));
        var infrastructure = system.Metrics.ActorTypes.Where(type => type.IsInfrastructure).Select(type => type.Name).ToHashSet();
        var starvedSeconds = (int)limits.DegradedStarvedTime.TotalSeconds;
        var starved = system.Insight.StarvedSeconds.Frequent(now - Ticks.Minute, starvedSeconds, second => second.Dispatcher, now);
        return new(
            watched.Growing,
            LateIn(system, now - Ticks.From(limits.DegradedMessageAge), now),
            watched.Blocking,
            system.Restarts.Frequent(now - Ticks.From(limits.RestartsWithin), limits.DegradedRestarts,
                restart => (restart.ActorType, restart.Path), now, restart => restart.ActorType, ShardingActors.Buffers)
                .Where(restart => IsLiving(system, restart.Latest.Path)),
            [.. UncheckedIn(system)])
        {
            Awaiting = limits.DegradedAwaitingTime < TimeSpan.MaxValue
                ? AkkaMessagesAtWork.Read(system.Metrics, limits.DegradedAwaitingTime, now, onlyAwaiting: true)
                : Findings<AkkaMessageAtWork>.None,
            Ended = system.EndedAt is > 0 and var at
                ? new(1, [new(system.System.Provider.DefaultAddress.ToString(), Ticks.ToSeconds(now - at))]) : Findings<EndedActorSystem>.None,
            Persisting = Findings<PersistingActor>.From(
                PersistingActor.Read(system.Metrics.ActorTypes, limits.DegradedMessageAge.TotalSeconds, now), actor => actor.Seconds),
            Failing = FailingIn(system, limits, infrastructure, now),
            Losing = system.Losses.Frequent(now - Ticks.Minute, limits.DegradedLostMessages,
                loss => (loss.Reason, loss.ActorType, loss.MessageType), now),
            Unreadable = system.Insight.Unreadable.Frequent(now - Ticks.Minute, limits.DegradedLostMessages,
                one => (one.IsSent, one.Address, one.MessageType), now),
            Starved = starved.Count > 0 ? starved : PoolFinding(system.Insight.Pool.WaitSeconds(now), starvedSeconds),
            // If this node itself is the trouble, it reports no other node.
            Unreachable = self.Count > 0 ? Findings<ClusterMember>.None : Findings<ClusterMember>.From(
                [.. (cluster?.Members ?? []).Where(member => !member.IsReachable)], member => member.UnreachableSeconds ?? 0),
            LostNodes = LostIn(system, cluster, now),
            Self = self,
            Leaking = Findings<GrowingType>.From(system.Insight.Growing(now), type => type.More),
        };
    }

    private static Findings<Repeated<ActorFailure>> FailingIn(
        AkkaInstrumentationExtension system, HealthLimits limits, HashSet<string> infrastructure, long now)
    {
        // Akka's own actors persist seldom, and much depends on it, so a single failure counts.
        var failing = system.Failures.Frequent(now - Ticks.Minute, limits.DegradedFailures,
            failure => (failure.ActorType, failure.Error, failure.IsMessage), now,
            isGrave: failure => failure.Store.Length > 0 && infrastructure.Contains(failure.ActorType));

        // These askers have caught the failure. An asker that has not caught it has failed itself, or has got it as a message.
        var caught = system.Insight.AnsweredFailures.Frequent(now - Ticks.Minute, limits.DegradedFailures,
            failure => (failure.ActorType, failure.Error, failure.Asked), now);
        return failing.And(caught.Where(one => failing.Worst.All(
            other => (other.Latest.ActorType, other.Latest.Error) != (one.Latest.ActorType, one.Latest.Error))));
    }

    /// <summary>While no thread of the pool takes work, no run ends, and no dispatcher knows how long its runs wait.</summary>
    /// <param name="waited">For how many seconds work has waited in the last minute; 0 if the wait was short.</param>
    /// <param name="least">The least number of seconds that counts as a trouble.</param>
    internal static Findings<Repeated<StarvedSecond>> PoolFinding(double waited, int least) => waited == 0 || waited < least
        ? Findings<Repeated<StarvedSecond>>.None
        : new(1, [new(new(ThreadPool), (int)Math.Min(60, waited), waited)]);

    // No actor is found under a path that was decoded or that stands for several actors.
    private static bool IsLiving(AkkaInstrumentationExtension system, string path) =>
        !path.StartsWith('/') || path.Contains("//", StringComparison.Ordinal) || LivingActors.CellAt(system.System, path) is not null;

    // A node that is back is not lost. If this node itself was downed, the loss of the nodes that were downed with it is an effect.
    private static Findings<Repeated<NodeLoss>> LostIn(AkkaInstrumentationExtension system, ClusterReport? cluster, long now)
    {
        var back = cluster?.Members.Where(member => member is { Status: "up", IsReachable: true }).Select(member => member.Address).ToHashSet() ?? [];
        var lost = system.Insight.NodeLosses.Frequent(now - (LostNodesWithin * Ticks.Minute), 1, loss => loss.Address, now)
            .Where(loss => !back.Contains(loss.Latest.Address));
        return lost.Worst.Any(loss => loss.Latest.IsSelf) ? lost.Where(loss => loss.Latest.IsSelf) : lost;
    }

    private static Findings<LateActor> LateIn(AkkaInstrumentationExtension system, long before, long now)
    {
        var late = new List<(ObservedMailbox Mailbox, string Type, int Depth, long EnqueuedAt)>();
        foreach (var type in system.Metrics.ActorTypes)
        {
            type.Mailboxes.ForEachWaiting((mailbox, depth) =>
            {
                if (mailbox.OldestOrNone is > 0 and var at && at <= before)
                {
                    late.Add((mailbox, type.Name, depth, at));
                }
            });
        }

        return Findings<(ObservedMailbox Mailbox, string Type, int Depth, long EnqueuedAt)>.From(
                late, found => -found.EnqueuedAt, found => found.Type)
            .Select(found => new LateActor(found.Mailbox.Path, found.Type, Ticks.ToSeconds(now - found.EnqueuedAt), found.Depth));
    }

    private static IEnumerable<string> UncheckedIn(AkkaInstrumentationExtension system)
    {
        var settings = system.Settings;
        var spans = settings.TracingEnabled && AkkaTelemetry.Source.HasListeners();
        string?[] all =
        [
            settings.PressureEnabled ? null : "mailboxes that grow: akka.instrumentation.pressure.enabled is off",
            !settings.BlockingEnabled ? "handlers that block: akka.instrumentation.blocking.enabled is off"
                : spans || Instruments.IsListening ? null
                : "handlers that block: nobody listens to metrics or spans",
            spans || Instruments.IsMeasuring ? null : "the age of messages: nobody listens to akka.mailbox.wait.duration or spans",
            settings.MetricsEnabled && Instruments.IsTimingRuns ? null
                : "dispatchers without a free thread: nobody listens to akka.dispatcher.wait.duration",
            spans || Instruments.IsListening ? null
                : "failures that come as messages, and recoveries that fail: nobody listens to metrics or spans",
            settings.MetricsEnabled ? null : "lost messages: akka.instrumentation.metrics.enabled is off",
        ];
        var types = system.Metrics.ActorTypes.ToList();
        return
        [
            .. all.OfType<string>(),

            // The latest actor is taken as an example for its type.
            .. types.Where(type => type.Mailboxes.Latest is { KnowsAges: false })
                .Select(type => $"the age of messages of {type.Name}: its mailbox keeps no times").Take(MaxUnchecked),
            .. types.Exists(type => type.Mailboxes.Latest?.Rules is { RunsStreams: true }) && !system.Insight.Streams.All.Any()
                ? [Streams] : Array.Empty<string>(),
        ];
    }
}
