using Akka.Pattern;

namespace AkkaInstrumentation.Tests.Advice;

/// <summary>Every cause of the diagnosis, from what it is concluded of, in each form in which its advice differs.</summary>
internal static class StagedCauses
{
    private const string Path = "/user/a";
    private const string Dispatcher = "few";
    private static readonly AkkaFlow Self = Flow("A", "M", "A", 20) with { Failures = 20 };
    private static readonly ActorFailure Failure = new(Path, "A", "System.FormatException", "M");
    private static readonly BlockingActor Blocking = new(Path, "A", "M", 5);
    private static readonly ProcessLoad Idle = new() { Processors = new(0.1) };
    private static readonly ProcessLoad Throttled = new() { Processors = new(0.1, Throttled: 0.5) };

    // A breaker is named as long as it lives.
    private static readonly CircuitBreaker Open =
        new(new NotedScheduler(Config.Empty, NoLogger.Instance), 1, TimeSpan.FromDays(1), TimeSpan.FromDays(1));

    private static readonly NamedBreakers Breakers = Opened();

    /// <summary>The advice of each kind.</summary>
    public static ILookup<string, string> Advice =>
        All().SelectMany(seen => AkkaDiagnosis.Read(seen).Causes).ToLookup(cause => cause.Kind, cause => cause.NextStep);

    private static IEnumerable<Symptoms> All() =>
    [
        Nothing with { Members = [Member(isReachable: false)] },
        Nothing with { Members = [Member(isLate: true)] },
        Nothing with { Members = [Member(isLate: true), Member(isLate: true)] },
        Nothing with { Found = Found.Nothing with { Self = new(1, [new("akka.tcp://a@b:1", ["akka.tcp://a@b:2", "akka.tcp://a@b:3"], 3)]) } },
        Nothing with { Found = Failing, Stood = new(5, 10) },
        Nothing with { Found = Found.Nothing with { Blocking = new(1, [Blocking]) } },
        Losing(AkkaLossReasons.LateReply, FoldedNames.Ask) with { Returned = [new(new(Path, "A", "M", 5), null, 1, [new(1, 1, 1)])], Now = 2 },
        Nothing with { PoolWaitSeconds = 2 },

        // others use the processors, and the process itself uses all
        Nothing with { PoolWaitSeconds = 2, Process = Throttled },
        Nothing with { PoolWaitSeconds = 2, Process = new() { Processors = new(Environment.ProcessorCount, 2 * Environment.ProcessorCount) } },

        // a dispatcher whose threads are blocked, one whose handlers block for a moment, one whose actors have a thread each, one that lacks
        // processors, and one of which nothing is known
        Starved with
        {
            Found = Starved.Found with { Blocking = new(1, [Blocking]) }, Dispatchers = new Dictionary<string, string> { [Path] = Dispatcher },
        },
        Starved with { Busy = [new("A", "M", Dispatcher, 4)], Process = Idle },
        Starved with { Threads = new Dictionary<string, DispatcherThreads> { [Dispatcher] = DispatcherThreads.Pinned } },
        Starved with { Process = Throttled },
        Starved,
        Losing(AkkaLossReasons.Undelivered, "A", stoppedAt: 1) with { Failures = [Totals(Failure with { Store = "journal" })] },
        Losing(AkkaLossReasons.Undelivered, "A", stoppedAt: 1) with { Failures = [Totals(Failure with { MessageType = FoldedNames.Recovery })] },
        Losing(AkkaLossReasons.Undelivered, "A", stoppedAt: 1) with { Failures = [Totals(Failure with { MessageType = FoldedNames.None })] },
        Nothing with { Journals = [new SlowJournal("A", "journal", 2, 60, 3)] },
        Nothing with { Persisting = [new(Path, "A", "journal") { WriteSeconds = 10 }] },
        Nothing with { Persisting = [new(Path, "A", "journal") { RecoverySeconds = 10 }] },
        Nothing with { Breakers = [Breakers] },
        Nothing with { Timers = new([new("A", Path, 1, 5)], [], new("A.Hold", 5)) },
        Nothing with { Timers = new([new("A", Path, 1, 5)], [], null) },
        Nothing with { Stalled = [new("orders", 60, 100, 10)] },
        Nothing with { Buffers = [new("a", 10, 20, "M")] },
        Nothing with { Process = new() { HeapBytes = 95, MemoryLimitBytes = 100 } },
        Nothing with { Process = new() { Pauses = new(30, 60, 10) } },
        Waiting(new TroubledMailbox("A", Path, 100) { Stashed = 90 }),
        Nothing with { TimedOut = [new(new("M", "A", "B", "/user/b"), 4), new(new("M", "B", "A", Path), 4)] },
        Waiting(new TroubledMailbox("A", Path, 100) { Pool = new(5, 100, 1), Share = (0.2, 5) }),

        // awaits for a moment; for long; for long in a trace
        Waiting(Awaiting) with { Flows = [Flow("B", "M", "A", 60) with { WorkSeconds = 2 }] },
        Waiting(Awaiting with { Work = AtWork }),
        Waiting(Awaiting with { Work = AtWork with { TraceId = $"{ActivityTraceId.CreateRandom()}" } }),

        // one that awaits another actor; an actor of another node; and that for a moment each time
        Waiting(Awaiting) with { Flows = ToTheNext(2) },
        Waiting(Awaiting) with { TimedOut = [new(new("M", "A", "", "akka.tcp://a@b:1/user/b"), 4)] },
        Waiting(Awaiting with { PerSecond = 10 }) with { Flows = ToTheNext(0.1) },
        Nothing with { Found = Found.Nothing with { Restarting = new(1, [new(new(Path, "A"), 12)]) } },
        Nothing with { Found = Found.Nothing with { Restarting = new(1, [new(new("/system/sharding/a/1", "Shard"), 1)]) } },
        Nothing with { Found = Failing, Flows = [Self] },
        Nothing with { Found = Found.Nothing with { LostNodes = new(2, [new(new("akka.tcp://a@b:1"), 1), new(new("akka.tcp://a@b:2", true), 1)]) } },
        Waiting(Working with { Oldest = ("M", 10) }) with { Latest = [Flow("B", "N", "A", 60) with { WaitSeconds = 0.001 }] },

        // an entity, and another actor
        Waiting(Hot),
        Waiting(Hot with { Entity = new EntityPath("a", "1", "2") }),
        Waiting(Working) with { Busy = [new("A", "M", Dispatcher, 4)], Process = Idle },
        Waiting(Working with { PerSecond = 10 }),
        Losing(AkkaLossReasons.LateReply, FoldedNames.Ask) with { Others = [new("akka.tcp://a@b:1", ["late"])] },
        Losing(AkkaLossReasons.Dropped, "A"),
        Losing(AkkaLossReasons.FullRegion, "A"),
        Losing(AkkaLossReasons.LostBuffer, "A"),
        Losing(AkkaLossReasons.GivenUp, "A"),
        Losing(AkkaLossReasons.NodeGone, "A"),
        Losing(AkkaLossReasons.Discarded, "A"),
        Losing(AkkaLossReasons.NoSubscriber, "A"),
        Nothing with { Unreadable = [new(new(true, "akka.tcp://a@b:1", "M", "E"), 1), new(new(false, "akka.tcp://a@b:1", "M", "E"), 1)] },

        // as it was given to nobody, and as it was given to the dead letters
        Losing(AkkaLossReasons.NoSender, "A"),
        Losing(AkkaLossReasons.Undelivered, FoldedNames.None),

        // with an answer that comes late, without a receiver, and as a message
        Losing(AkkaLossReasons.LateReply, FoldedNames.Ask),
        Losing(AkkaLossReasons.Undelivered, "B", sender: "A") is var nobody
            ? nobody with { Found = nobody.Found with { Failing = new(1, [new(Failure with { Error = AskTimeouts.TimeOut }, 20)]) } } : Nothing,
        Nothing with { Found = FailingWith(Failure with { Asked = "B", Error = AskTimeouts.TimeOut }) },
        Nothing with { Found = FailingWith(Failure with { Asked = "B" }) },
        Nothing with { Found = Failing },
        Losing(AkkaLossReasons.Undelivered, "B"),

        // with a receiver that stops again and again: an entity, and another actor
        LosingByStops($"{EntityPath.Root}guest/0/1"),
        LosingByStops(Path),
        Losing(AkkaLossReasons.Unhandled, "A"),
        Nothing with { Found = Found.Nothing with { Leaking = new(1, [new("A", Path, 2_000, 500, 0, 300)]) } },
        Nothing with { Cut = new("/user/a", "A", "M", 1_000, 1) },
    ];

    private static Symptoms Nothing { get; } = new(Found.Nothing, [], []);

    private static SystemFindings Failing { get; } = FailingWith(Failure);

    private static Symptoms Starved { get; } = Nothing with { Found = Found.Nothing with { Starved = new(1, [new(new(Dispatcher), 20)]) } };

    private static TroubledMailbox Awaiting { get; } = new("A", Path, 100) { States = [new(ActorDoing.Awaiting, "M", null)] };

    private static TroubledMailbox Working { get; } = new("A", Path, 100) { States = [new(ActorDoing.Working, "M", Dispatcher)] };

    private static TroubledMailbox Hot { get; } = Working with { Share = (0.9, 10) };

    private static AkkaMessageAtWork AtWork { get; } = new()
    {
        ActorPath = Path, ActorType = "A", MessageType = "M", State = AkkaWorkState.Awaiting, StartedAt = default,
            WorkTime = TimeSpan.FromSeconds(70),
    };

    private static AkkaFlow Flow(string sender, string message, string receiver, int messages) =>
        new() { SenderType = sender, MessageType = message, ReceiverType = receiver, Messages = messages, PerSecond = messages / 60.0 };

    private static SystemFindings FailingWith(ActorFailure failure) => Found.Nothing with { Failing = new(1, [new(failure, 20)]) };

    // Work of an actor on a message of which most is that of another one.
    private static IReadOnlyList<AkkaFlow> ToTheNext(double seconds) =>
        [Flow("C", "M", "A", 60) with { WorkSeconds = seconds }, Flow("A", "N", "B", 60) with { WorkSeconds = seconds }];

    private static Symptoms Waiting(TroubledMailbox mailbox) => Nothing with { Mailboxes = [mailbox] };

    private static Symptoms Losing(string reason, string receiver, string sender = "C", long stoppedAt = 0)
    {
        var loss = new MessageLoss(reason, ActorPath.Parse("akka://a/user/b"), receiver, "M", sender) { StoppedAt = stoppedAt };
        return Nothing with { Found = Found.Nothing with { Losing = new(1, [new(loss, 15)]) } };
    }

    private static Symptoms LosingByStops(string path)
    {
        var now = 100 * Stopwatch.Frequency;
        var loss = new MessageLoss(AkkaLossReasons.Undelivered, ActorPath.Parse($"akka://a{path}"), "A", "M", "C")
        {
            StoppedAt = now - Stopwatch.Frequency,
        };
        var lost = new Repeated<MessageLoss>(loss, 15, Seconds: 30) { LatestSeconds = 1 };
        return Nothing with { Now = now, Found = Found.Nothing with { Losing = new(1, [lost]) } };
    }

    private static ClusterMember Member(bool isReachable = true, bool isLate = false) =>
        new("akka.tcp://a@b:1", "up", [], "1", 1, false, isReachable) { HeartbeatSeconds = isLate ? 3 : 0.5, IsLate = isLate };

    private static EventTotals<ActorFailure> Totals(ActorFailure failure) => new(failure, null, 3, [new(1, 1, 3)]);

    private static NamedBreakers Opened()
    {
        var breakers = new NamedBreakers(SystemTags.Next("a"), "payments");
        breakers.Add(Open);
        Open.Fail();
        return breakers;
    }
}
