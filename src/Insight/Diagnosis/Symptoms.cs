using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>The data that the rules read: the findings of the health check, the mailboxes in trouble, and the flows of the last minute.</summary>
internal sealed record Symptoms(SystemFindings Found, IReadOnlyList<TroubledMailbox> Mailboxes, IReadOnlyList<AkkaFlow> Flows)
{
    private const int MaxMailboxes = 20;

    /// <summary>The members of the cluster; none without a cluster, or without the package for clusters.</summary>
    public IReadOnlyList<ClusterMember> Members { get; init; } = [];

    /// <summary>Other nodes of the cluster that are in trouble, if they are known.</summary>
    public IReadOnlyList<NodeInTrouble> Others { get; init; } = [];

    /// <summary>All failures of the last hour that are known, however few.</summary>
    public IReadOnlyList<EventTotals<ActorFailure>> Failures { get; init; } = [];

    /// <summary>The address of this node.</summary>
    public string Self { get; init; } = "";

    /// <summary>A suspension of the process within the last minute; null for none.</summary>
    public Standstill? Stood { get; init; }

    /// <summary>Failures of handlers within a minute, by actor type and exception, however few.</summary>
    public IReadOnlyList<Repeated<ActorFailure>> Failed { get; init; } = [];

    /// <summary>Messages that have been at work for a second or longer, the oldest first, while something is wrong.</summary>
    public IReadOnlyList<AkkaMessageAtWork> AtWork { get; init; } = [];

    /// <summary>Questions that have had no answer for a moment or longer, while something is wrong.</summary>
    public IReadOnlyList<OpenQuestions> Open { get; init; } = [];

    /// <summary>How many actors of each type are alive, with the path if there is only one, while something is wrong.</summary>
    public IReadOnlyDictionary<string, (long Count, string? Path)> Living { get; init; } = new Dictionary<string, (long, string?)>();

    /// <summary>The kind of threads of each dispatcher that does not use the pool, by id.</summary>
    public IReadOnlyDictionary<string, DispatcherThreads> Threads { get; init; } = new Dictionary<string, DispatcherThreads>();

    /// <summary>Whether there is a trouble that a lack of processors explains.</summary>
    public bool HasSlowActors => Found.Starved.Count + Found.Growing.Count + Found.Late.Count + TimedOut.Count > 0 || PoolWaitSeconds > 0;

    /// <summary>The journals that have been slow within a minute.</summary>
    public IReadOnlyList<SlowJournal> Journals { get; init; } = [];

    /// <summary>The persistent actors that have waited for a second or longer for their journal, the longest first.</summary>
    public IReadOnlyList<PersistingActor> Persisting { get; init; } = [];

    /// <summary>How many persistent actors may recover at a time.</summary>
    public int RecoveryPermits { get; init; }

    /// <summary>Messages between nodes that could not be written or read within a minute, however few.</summary>
    public IReadOnlyList<Repeated<UnreadableMessage>> Unreadable { get; init; } = [];

    /// <summary>Questions of the application that timed out within a minute, the most frequent first.</summary>
    public IReadOnlyList<Repeated<AskTimeout>> TimedOut { get; init; } = [];

    /// <summary>The circuit breakers that the application has named.</summary>
    public IReadOnlyList<NamedBreakers> Breakers { get; init; } = [];

    /// <summary>The messages that the shard regions of this node keep.</summary>
    public IReadOnlyList<ShardBuffer> Buffers { get; init; } = [];

    /// <summary>Scheduled messages that are late.</summary>
    public SchedulerLook Timers { get; init; } = SchedulerLook.None;

    /// <summary>Named stages of streams that are stalled, the longest first.</summary>
    public IReadOnlyList<StageWait> Stalled { get; init; } = [];

    /// <summary>Handlers that have blocked their thread and have returned within a minute.</summary>
    public IReadOnlyList<EventTotals<EndedBlock>> Returned { get; init; } = [];

    /// <summary>Names of actor types that are Akka's or that rules call infrastructure.</summary>
    public IReadOnlySet<string> Infrastructure { get; init; } = new HashSet<string>();

    /// <summary>The time, in <see cref="System.Diagnostics.Stopwatch"/> ticks.</summary>
    public long Now { get; init; }

    /// <summary>How long ago the recipient of a lost message had stopped.</summary>
    public string Stopped(MessageLoss loss) => $"stopped {CauseText.Seconds(Ticks.ToSeconds(Now - loss.StoppedAt))} ago";

    /// <summary>Dispatchers of the actors with a handler that blocks or has blocked, by path.</summary>
    public IReadOnlyDictionary<string, string> Dispatchers { get; init; } = new Dictionary<string, string>();

    /// <summary>The latest message of the last minute for which its trace had no place; null for none.</summary>
    public CutTrace? Cut { get; init; }

    /// <summary>How long work waited for a thread of the pool, in seconds; 0 when that was not long.</summary>
    public double PoolWaitSeconds { get; init; }

    /// <summary>Whether an Ask that times out is known.</summary>
    public bool SeesAsks { get; init; }

    /// <summary>The load of the process.</summary>
    public ProcessLoad Process { get; init; } = new();

    /// <summary>The slowest flow of some traffic to an actor of the application; null for none.</summary>
    public AkkaFlow? Slowest => Flows
        .Where(flow => flow is { Category: null, Messages: >= 10, WorkSeconds: not null })
        .MaxBy(flow => flow.WorkSeconds + (flow.WaitSeconds ?? 0));

    /// <summary>The flows to actors of a type, the busiest first, as text.</summary>
    public IEnumerable<string> FlowsTo(string actor) => Flows.Where(flow => flow.ReceiverType == actor && flow.Messages > 0)
        .Take(3).Select(CauseText.Flow);

    /// <summary>The flows of the latest seconds.</summary>
    public IReadOnlyList<AkkaFlow> Latest { get; init; } = Flows;

    /// <summary>How many threads handlers occupied in the last minute, the largest number first.</summary>
    public IReadOnlyList<BusyHandlers> Busy { get; init; } = [];

    /// <summary>A cause for each loss with this reason.</summary>
    public IEnumerable<AkkaCause> Lost(string reason, string kind, Func<MessageLoss, string> what,
        Func<MessageLoss, string> count, string next, bool withFlows = false,
        Func<Repeated<MessageLoss>, bool>? except = null) =>
        from lost in Found.Losing.Worst
        let loss = lost.Latest
        where loss.Reason == reason && except?.Invoke(lost) != true
        select new AkkaCause(kind, what(loss), AkkaCertainty.Certain, loss.ActorType)
        {
            Subject = ActorTypeNames.PathOf(loss.Recipient),
            Seconds = lost.Seconds,
            Evidence = [CauseText.Text($"{lost.Count} {loss.MessageType} {count(loss)}"), .. withFlows ? FlowsTo(loss.ActorType) : []],
            NextStep = next,
        };

    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="found">What is wrong.</param>
    /// <param name="now"><see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
    public static Symptoms Read(AkkaInstrumentationExtension system, SystemFindings found, long now)
    {
        // Two actors may have the same readable path, because escaped parts of names are decoded and long names are cut.
        var growing = found.Growing.Worst.DistinctBy(mailbox => mailbox.Path).ToDictionary(mailbox => mailbox.Path);
        var late = found.Late.Worst.DistinctBy(actor => actor.Path).ToDictionary(actor => actor.Path);
        List<TroubledMailbox> mailboxes =
        [
            .. growing.Keys.Concat(late.Keys).Distinct().Take(MaxMailboxes).Select(path =>
            {
                var (grows, waits) = (growing.GetValueOrDefault(path), late.GetValueOrDefault(path));
                return new TroubledMailbox(grows?.ActorType ?? waits!.ActorType, path, grows?.Depth ?? waits!.Depth)
                {
                    PerSecond = grows?.PerSecond ?? 0,
                    Trend = grows?.Trend ?? "",
                    Seconds = Math.Max(grows?.Seconds ?? 0, waits?.Seconds ?? 0),
                    OldestSeconds = waits?.Seconds,
                    Senders = grows?.Senders ?? "",
                    Stashed = grows?.Stashed ?? 0,
                };
            }),
        ];
        List<TroubledMailbox> looked = [.. mailboxes.Select(mailbox => Look(system, mailbox, now))];
        List<EventTotals<EndedBlock>> returned = [.. system.Insight.EndedBlocks.Read().Where(block => now - block.Last <= Ticks.Minute)];
        var dispatchers = found.Blocking.Worst.Select(actor => actor.Path).Concat(returned.Select(block => block.Latest.Path)).Distinct()
            .Select(path => (path, Id: system.Insight.Looks.MailboxAt(path)?.ReadState().Dispatcher))
            .Where(actor => actor.Id is not null)
            .ToDictionary(actor => actor.path, actor => actor.Id!);
        return new(found, looked, system.Insight.FlowHistory.Last(60, now).Flows)
        {
            Latest = system.Insight.FlowHistory.Last(10, now).Flows,
            Busy = system.Insight.FlowHistory.Busy(60, now),
            Process = ProcessLoad.Read(system.Insight.FlowHistory.Processors(60, now),
                system.Insight.Lately.Pauses(now) ?? system.Insight.Minutes.Pauses(now)),
            Self = system.System.Provider.DefaultAddress.ToString(),
            Stood = system.Insight.Clock.Latest(now),
            AtWork = found.IsEmpty ? [] : AkkaMessagesAtWork.Read(system.Metrics, TimeSpan.FromSeconds(1), now).Worst,
            Open = found.IsEmpty ? [] : OpenQuestions.Read(system, now),
            Living = found.IsEmpty ? new Dictionary<string, (long, string?)>() : LivingIn(system),
            Threads = dispatchers.Values.Concat(looked.Select(mailbox => mailbox.Dispatcher)).Concat(found.Starved.Worst
                .Select(second => second.Latest.Dispatcher)).OfType<string>().Distinct()
                .ToDictionary(id => id, id => DispatcherConfig.ThreadsOf(system.System.Settings.Config, id)),
            Failed =
            [
                .. system.Failures.Frequent(now - Ticks.Minute, 1, one => (one.ActorType, one.Error, one.Store), now).Worst
                    .Where(one => one.Latest.Store.Length == 0),
            ],
            Members = system.Insight.Nodes?.Read()?.Members ?? [],
            Cut = system.Insight.CutTraces.Since(now - Ticks.Minute),
            Now = now,
            PoolWaitSeconds = system.Insight.Pool.WaitSeconds(now),
            SeesAsks = system.Insight.SeesAsks(),
            Breakers = [.. system.Insight.Breakers.All],
            Buffers = system.Insight.Buffers?.Read(now) ?? [],
            Timers = system.Insight.Timers?.Look(now) ?? SchedulerLook.None,
            Stalled = [.. system.Insight.Streams.All.SelectMany(stage => stage.Stalled(now)).OrderByDescending(stage => stage.Seconds)],
            TimedOut = system.Insight.TimedOutAsks.Frequent(now - Ticks.Minute, 1, one => (one.Asker, one.Question, one.Receiver), now).Worst,
            Returned = returned,
            Infrastructure = system.Metrics.ActorTypes.Where(type => type.IsInfrastructure).Select(type => type.Name).ToHashSet(),
            Journals = [.. SlowJournal.Read(system.Metrics.ActorTypes, now)],
            Failures = [.. system.Failures.Read().Where(failed => now - failed.Last <= 60 * Ticks.Minute)],
            Persisting = PersistingActor.Read(system.Metrics.ActorTypes, least: 1, now),
            Unreadable = system.Insight.Unreadable
                .Frequent(now - Ticks.Minute, 1, one => (one.IsSent, one.Address, one.MessageType, one.Error), now).Worst,
            RecoveryPermits = system.System.Settings.Config.GetInt("akka.persistence.max-concurrent-recoveries", 50),
            Dispatchers = dispatchers,
        };
    }

    private static Dictionary<string, (long Count, string? Path)> LivingIn(AkkaInstrumentationExtension system) => system.Metrics.ActorTypes
        .Select(type => (type.Name, type.Mailboxes.Counts.Live, type.Mailboxes.Latest))
        .GroupBy(type => type.Name)
        .ToDictionary(same => same.Key, same => same.Sum(type => type.Live) is var live && live == 1
            ? (live, same.Select(type => type.Latest?.Path).FirstOrDefault(path => path is not null)) : (live, null));

    private static TroubledMailbox Look(AkkaInstrumentationExtension system, TroubledMailbox troubled, long now) =>
        system.Insight.Looks.MailboxAt(troubled.Path) is not { } mailbox ? troubled : troubled with
        {
            States = system.Insight.Looks.Read(troubled.Path, mailbox),
            Entity = mailbox.Entity,
            Store = 2 * mailbox.Persistence.Commands > troubled.Depth ? mailbox.Store : "",
            Share = ShareOf(system, troubled.ActorType, mailbox),
            Pool = PoolOf(system, troubled.ActorType, mailbox),
            Work = mailbox.DescribeWork(now),
            Oldest = mailbox.OldestMessage is { } type && mailbox.OldestOrNone is > 0 and var at
                ? (TypeNames.Get(type), Ticks.ToSeconds(now - at)) : null,
        };

    // The actor's share of the messages to all living actors of its type, and their number.
    private static (double Messages, long Live) ShareOf(AkkaInstrumentationExtension system, string type, ObservedMailbox mailbox)
    {
        var (own, all, live) = (Arrived(mailbox), 0L, 0L);
        foreach (var registry in system.Metrics.ActorTypes.Where(one => one.Name == type).Select(one => one.Mailboxes))
        {
            registry.ForEach(other =>
            {
                all += Arrived(other);
                live++;
            });
        }

        return (all == 0 ? 0 : (double)own / all, live);
    }

    // The pool that has the actor as a routee. Both numbers of messages are of now: the finding is older, and a wave may have passed since.
    private static RouteePool PoolOf(AkkaInstrumentationExtension system, string type, ObservedMailbox mailbox)
    {
        var pool = mailbox.Self.Path.Parent;
        if (pool.Depth < 2 || LivingActors.CellAt(system.System, pool.ToStringWithoutAddress())?.Props.RouterConfig is null or NoRouter)
        {
            return default;
        }

        var (routees, here, elsewhere) = (0, 0L, 0L);
        foreach (var registry in system.Metrics.ActorTypes.Where(one => one.Name == type).Select(one => one.Mailboxes))
        {
            registry.ForEach(other =>
            {
                if (other.Self.Path.Parent.Equals(pool))
                {
                    routees++;
                    (here, elsewhere) = other == mailbox ? (other.DepthOrNone, elsewhere) : (here, elsewhere + other.DepthOrNone);
                }
            });
        }

        return new(routees, here, elsewhere);
    }

    private static long Arrived(ObservedMailbox mailbox) => mailbox.DepthOrNone + mailbox.Cells.Sum;
}

/// <summary>A mailbox that grows, or whose oldest message is too old.</summary>
internal sealed record TroubledMailbox(string ActorType, string Path, int Depth)
{
    private const int EnoughLooks = 3;

    /// <summary>The growth in messages per second; 0 when it was not reported as growing.</summary>
    public double PerSecond { get; init; }

    /// <summary>A text that says whether it still grows; empty when it was not reported as growing.</summary>
    public string Trend { get; init; } = "";

    /// <summary>The minimum time for which it has lasted, in seconds.</summary>
    public double Seconds { get; init; }

    /// <summary>Age of the oldest message, if that is too old.</summary>
    public double? OldestSeconds { get; init; }

    /// <summary>The type of the oldest message and its age, in a mailbox that does not take the oldest first.</summary>
    public (string Message, double Seconds)? Oldest { get; init; }

    /// <summary>The main senders of the waiting messages; empty when they are not known.</summary>
    public string Senders { get; init; } = "";

    /// <summary>The actor's state at several moments.</summary>
    public IReadOnlyList<MailboxState> States { get; init; } = [];

    /// <summary>The number of these messages that are in the actor's stash.</summary>
    public int Stashed { get; init; }

    /// <summary>Whether most of the messages are in the stash. They then wait neither for a thread nor for a handler.</summary>
    public bool IsStash => 2 * Stashed > Depth;

    /// <summary>The actor's journal, if most of the messages wait for it; otherwise empty.</summary>
    public string Store { get; init; } = "";

    /// <summary>Its place in the sharding, if it is a sharded entity; otherwise null.</summary>
    public EntityPath? Entity { get; init; }

    /// <summary>The message at work; null for none.</summary>
    public AkkaMessageAtWork? Work { get; init; }

    /// <summary>The actor's share of the messages to all living actors of its type, and their number.</summary>
    public (double Messages, long Live) Share { get; init; }

    /// <summary>For a routee: its pool. Otherwise zeros.</summary>
    public RouteePool Pool { get; init; }

    /// <summary>Whether it is one of several routees, and nearly all waiting messages of the pool wait here.</summary>
    public bool IsSlowRoutee => Pool is { Routees: > 1, Here: > 0 } && 10 * Pool.Elsewhere <= Pool.Here;

    public string? Dispatcher => States.Select(state => state.Dispatcher).FirstOrDefault(id => id is not null);

    /// <summary>The message in work.</summary>
    public string? Message => States.Select(state => state.Message).LastOrDefault(message => message is not null);

    /// <summary>Whether it did this at most of the moments. A few checks may have found it between two messages.</summary>
    public bool IsMostly(ActorDoing doing) =>
        States.Count >= (doing == ActorDoing.Nothing ? EnoughLooks : 1) && 2 * States.Count(state => state.Doing == doing) > States.Count;

    /// <summary>The evidence of its trouble.</summary>
    public IEnumerable<string> Evidence()
    {
        yield return $"{GrowingMailbox.TextOf(Depth, Stashed)} in {Path}{(Trend.Length > 0 ? $", {Trend}" : "")}";
        if (OldestSeconds is { } age)
        {
            yield return CauseText.Text($"the oldest message has waited {DurationWords.Text(age)}");
        }

        if (Senders.Length > 0)
        {
            yield return $"senders of the oldest waiting messages: {Senders}";
        }
    }
}

/// <summary>What waits in a pool's routees at one moment.</summary>
/// <param name="Routees">The number of its routees.</param>
/// <param name="Here">The messages that wait in the routee in question.</param>
/// <param name="Elsewhere">The messages that wait in the others.</param>
internal readonly record struct RouteePool(int Routees, long Here, long Elsewhere);
