namespace AkkaInstrumentation.Tests.Health;

/// <summary>The cause is not what suffers: a processor that is not given, the last of a chain, the own node, the dispatcher's own threads.</summary>
public sealed class OneStepFurtherSpec
{
    private const string Here = "akka.tcp://shop@a:1";
    private const string Far = "akka.tcp://shop@far:1";

    private static readonly SystemFindings Starved = Found.Nothing with { Starved = new(1, [new(new("few"), 20)]) };

    private static readonly TroubledMailbox Clerk = new("ClerkActor", "/user/clerk", 50)
    {
        PerSecond = 1, Trend = "1 more each second", States = [new(ActorDoing.Working, "Form", "few")],
    };

    private static readonly Symptoms Computing = new(Starved, [Clerk], []) { Busy = [new("ClerkActor", "Form", "few", 4)] };

    // what it used, waited for, was throttled, and was late
    [Theory]
    [InlineData(0.2, 3.8, 0, 0, true)]
    [InlineData(0.2, null, 0.7, 0, true)]
    [InlineData(0.2, 0.1, 0.7, 0, true)]
    [InlineData(0.2, null, 0, 0.4, true)]
    [InlineData(0.2, 0.1, 0, 0, false)]
    [InlineData(0.2, null, 0, 0.01, false)]
    public void Handlers_that_get_no_processor_are_not_said_to_block(double used, double? waited, double throttled, double late, bool isShort)
    {
        var causes = Read(Computing with { Process = new() { Processors = new(used, waited, throttled, late) } });
        var texts = string.Join('\n', causes.Select(cause => $"{cause} {string.Join("; ", cause.Evidence)} {cause.NextStep}"));
        Assert.Equal(isShort, causes[0].Kind == "processors_short");
        Assert.Equal(!isShort, causes.Any(cause => cause.Kind == "blocking_handlers"));
        Assert.Equal(!isShort, texts.Contains("they block", StringComparison.Ordinal));
        Assert.Equal(!isShort, texts.Contains("Thread.Sleep", StringComparison.Ordinal));
    }

    [Fact]
    public void The_processors_that_it_wants_and_gets_are_told_and_so_is_the_limit_of_the_container()
    {
        var cause = Read(Computing with { Process = new() { Processors = new(0.25, 3.5, 0.1, 0.2) } })[0];
        Assert.Equal("The process wants 3.8 processors and gets 0.3.", cause.Description);
        Assert.Equal(
            [$"the process keeps 0.3 of {Environment.ProcessorCount} processors busy, and 3.5 more of its threads wait for one",
                "the limit of its container holds it back for 10 % of the time", "its own timer is late for 20 % of the time",
                "ClerkActor keeps 4 threads of few busy with Form"], cause.Evidence);
        Assert.Contains("limit of the container", cause.NextStep, StringComparison.Ordinal);

        // Where nothing is slow it is nobody's trouble.
        Assert.Empty(Read(new Symptoms(Found.Nothing, [], []) { Process = new() { Processors = new(0.25, 3.5) } }));
    }

    /// <summary>A machine that is busy lets each thread wait a moment when it wakes up. That explains no single actor that cannot keep up.</summary>
    [Fact]
    public void Where_one_actor_alone_cannot_keep_up_it_comes_before_processors_that_are_short()
    {
        var seen = new Symptoms(Found.Nothing with { Growing = new(1, [new("/user/clerk", "ClerkActor", 50, 1)]) }, [Clerk], [])
        {
            Process = new() { Processors = new(0.1, 0.9) },
        };
        Assert.Equal(["overload", "processors_short"], Read(seen).Select(cause => cause.Kind));

        // All are slow, or the container holds the process back.
        var other = Clerk with { ActorType = "Other", Path = "/user/other" };
        Assert.Equal("processors_short", Read(seen with { Mailboxes = [Clerk, other] })[0].Kind);
        Assert.Equal("processors_short", Read(seen with { Process = new() { Processors = new(0.1, 0.9, Throttled: 0.4) } })[0].Kind);
        var all = new ProcessorShare(Environment.ProcessorCount, 2.0 * Environment.ProcessorCount);
        Assert.Equal("processors_short", Read(seen with { Process = new() { Processors = all } })[0].Kind);
    }

    [Fact]
    public void Handlers_that_block_on_a_busy_machine_still_block()
    {
        var busy = Computing with { Busy = [new("ClerkActor", "Form", "few", 20)], Process = new() { Processors = new(0.5, 1) } };
        Assert.Equal(["processors_short", "starved_dispatcher", "blocking_handlers", "overload"], Read(busy).Select(cause => cause.Kind));
    }

    [Fact]
    public void Linux_tells_how_long_each_thread_was_ready_and_had_no_processor()
    {
        var threads = Directory.CreateTempSubdirectory();
        foreach (var (thread, times) in new[] { ("1", "900 1000000000 4"), ("2", "800 500000000 7\n"), ("3", "") })
        {
            File.WriteAllText(Path.Combine(threads.CreateSubdirectory(thread).FullName, "schedstat"), times);
        }

        threads.CreateSubdirectory("4");
        Assert.Equal(TimeSpan.FromSeconds(1.5), ProcessorUse.WaitedOf(threads.FullName));
        threads.Delete(recursive: true);
        Assert.Null(ProcessorUse.WaitedOf(threads.FullName));
    }

    /// <summary>Both versions of Linux' control groups, as a container sees its own.</summary>
    [Theory]
    [InlineData("cpu.stat", "usage_usec 900\nnr_periods 7\nnr_throttled 3\nthrottled_usec 2500000\n")]
    [InlineData("cpu/cpu.stat", "nr_periods 7\nnr_throttled 3\nthrottled_time 2500000000\n")]
    public void The_limit_of_a_container_is_known_by_how_long_it_held_the_process_back(string file, string text)
    {
        var groups = Directory.CreateTempSubdirectory("akka-groups-");
        Assert.Equal(TimeSpan.Zero, ProcessorUse.ThrottledOf(groups.FullName));
        groups.CreateSubdirectory("cpu");
        File.WriteAllText(Path.Combine(groups.FullName, file), text);
        Assert.Equal(TimeSpan.FromSeconds(2.5), ProcessorUse.ThrottledOf(groups.FullName));
        groups.Delete(recursive: true);
    }

    [Fact]
    public void A_share_is_what_was_used_waited_for_and_late_in_the_time()
    {
        var before = new ProcessorUse(TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(7), TimeSpan.FromSeconds(1), 0);
        var now = new ProcessorUse(TimeSpan.FromSeconds(9), TimeSpan.FromSeconds(13), TimeSpan.FromSeconds(2), 3 * Stopwatch.Frequency);
        var share = ProcessorShare.Between(before, now, 4);
        Assert.Equal((1, 1.5, 0.25, 0.75), (share.Busy, share.Waited, share.Throttled, Math.Round(share.Late, 6)));
        Assert.Null(ProcessorShare.Between(before with { Waited = null }, now, 4).Waited);

        // a thread that has ended takes its time along
        Assert.Equal(0, ProcessorShare.Between(now, before with { Used = now.Used }, 4).Waited);
    }

    [Fact]
    public void A_collector_that_takes_most_of_the_time_comes_before_a_handler_that_seems_to_block()
    {
        var found = Found.Nothing with { Blocking = new(1, [new("/user/clerk", "ClerkActor", "Form", 3)]) };
        var seen = new Symptoms(found, [], []) { Process = new() { Pauses = new(28, 30, 90) } };
        Assert.Equal(["gc_pauses", "blocked_thread"], Read(seen).Select(cause => cause.Kind));
        seen = seen with { Process = new() { Pauses = new(9, 30, 90) } };
        Assert.Equal(["blocked_thread", "gc_pauses"], Read(seen).Select(cause => cause.Kind));

        // A standstill that it can explain is one of it.
        Assert.Equal(["gc_pauses", "stood_still", "blocked_thread"], Read(seen with { Stood = new(3, 14) }).Select(cause => cause.Kind));
        Assert.Equal(["stood_still", "blocked_thread", "gc_pauses"], Read(seen with { Stood = new(45, 3) }).Select(cause => cause.Kind));
    }

    [Fact]
    public void A_starved_dispatcher_is_explained_by_its_own_threads()
    {
        var seen = Computing with
        {
            Busy = [new("Other", "Job", "akka.actor.default-dispatcher", 9), new("ClerkActor", "Form", "few", 4)],
            Process = new() { Processors = new(0.2, 0) },
            Threads = new Dictionary<string, DispatcherThreads> { ["few"] = DispatcherThreads.Own },
        };
        var cause = Read(seen).First(cause => cause.Kind == "starved_dispatcher");
        Assert.Contains("ClerkActor keeps 4 threads of few busy with Form", cause.Evidence);
        Assert.Contains(cause.Evidence, text => text.StartsWith("handlers keep 4 threads busy, ", StringComparison.Ordinal));
        Assert.Contains("it has threads of its own, not those of the pool", cause.Evidence);
        Assert.DoesNotContain(cause.Evidence,
            text => text.Contains("Other", StringComparison.Ordinal) || text.Contains("thread pool", StringComparison.Ordinal));

        cause = Read(seen with { Busy = [], Threads = new Dictionary<string, DispatcherThreads> { ["few"] = DispatcherThreads.Pinned } })
            .First(cause => cause.Kind == "starved_dispatcher");
        Assert.DoesNotContain("dispatcher of their own", cause.NextStep, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("type = PinnedDispatcher", "Pinned")]
    [InlineData("type = \"AkkaInstrumentation.InstrumentedPinnedDispatcherConfigurator, AkkaInstrumentation\"", "Pinned")]
    [InlineData("type = ForkJoinDispatcher", "Own")]
    [InlineData("executor = fork-join-executor", "Own")]
    [InlineData("executor = thread-pool-executor", "Pool")]
    [InlineData("", "Pool")]
    public void Which_threads_a_dispatcher_has_is_in_its_configuration(string section, string threads) =>
        Assert.Equal(threads, $"{DispatcherConfig.ThreadsOf(Akka.Configuration.ConfigurationFactory.ParseString($"few {{ {section} }}"), "few")}");

    [Fact]
    public void Of_those_that_wait_for_each_other_the_last_is_named_once_and_the_way_is_evidence()
    {
        IReadOnlyList<AkkaFlow> flows =
        [
            Flow("_none", "Buy", "Checkout", wait: 20, work: 0.74), Flow("Checkout", "Check", "Risk", wait: 0.01, work: 0.73),
            Flow("Risk", "Check", "Fraud", wait: 0.01, work: 0.72), Flow("Fraud", "Score", "Bureau", wait: 0.01, work: 0.7),
        ];
        var seen = new Symptoms(Found.Nothing with { Awaiting = new(2, [Work("Checkout", 40), Work("Risk", 40)]) }, [], flows)
        {
            Living = new Dictionary<string, (long, string?)> { ["Bureau"] = (1, "/user/bureau") },
        };
        var cause = Assert.Single(Read(seen));
        Assert.Equal(("Bureau holds up Checkout and Risk: it takes 700 ms for each Score.", "Bureau", "/user/bureau", AkkaCertainty.Likely),
            (cause.Description, cause.ActorType, cause.Subject, cause.Certainty));
        Assert.Equal("Checkout waits for Risk, that for Fraud, that for Bureau", cause.Evidence[0]);

        // One that works all the time is proven.
        cause = Assert.Single(Read(seen with { Flows = [.. flows.SkipLast(1), flows[^1] with { PerSecond = 1.41 }],
            Latest = [flows[^1] with { PerSecond = 1.41 }] }));
        Assert.Equal(AkkaCertainty.Certain, cause.Certainty);
        Assert.Contains("Bureau is at work for 99 % of the time", cause.Evidence);
    }

    [Fact]
    public void What_has_not_ended_yet_is_in_no_flow_and_still_a_part_of_the_way()
    {
        IReadOnlyList<AkkaMessageAtWork> work = [Work("Checkout", 40), Work("Risk", 39, "Checkout"), Work("Bureau", 38, "Risk")];
        var seen = new Symptoms(Found.Nothing with { Awaiting = new(3, work) }, [], []) { AtWork = work };
        var cause = Assert.Single(Read(seen));
        Assert.Equal(("Bureau awaits a slow answer in M, and takes no other message meanwhile.", "Bureau", AkkaCertainty.Certain),
            (cause.Description, cause.ActorType, cause.Certainty));
        Assert.Contains("it holds up Checkout and Risk", cause.Evidence);
        Assert.Contains("Checkout waits for Risk, that for Bureau", cause.Evidence);

        // One that works, and does not await.
        cause = Assert.Single(Read(seen with { Found = Found.Nothing with { Awaiting = new(2, [.. work.SkipLast(1)]) } }));
        Assert.Equal(("Bureau holds up Checkout and Risk: it has had M for 38 s.", "/user/Bureau"), (cause.Description, cause.Subject));
    }

    [Fact]
    public void A_chain_goes_on_to_another_node_where_a_question_to_it_times_out()
    {
        var seen = new Symptoms(Found.Nothing with { Awaiting = new(1, [Work("Checkout", 40)]) }, [], [])
        {
            TimedOut = [new(new("Score", "Checkout", FoldedNames.Remote, $"{Far}/user/bureau"), 30)],
        };
        var cause = Read(seen).First(cause => cause.Kind == "awaiting");
        Assert.Equal(($"{Far}/user/bureau holds up Checkout: Score from Checkout times out there.", ""), (cause.Description, cause.ActorType));
    }

    [Fact]
    public void A_circle_of_actors_has_no_end_and_is_walked_once()
    {
        IReadOnlyList<AkkaFlow> flows = [Flow("A", "X", "B", 1, 1), Flow("B", "X", "A", 1, 1)];
        var cause = Assert.Single(Read(new Symptoms(Found.Nothing with { Awaiting = new(1, [Work("A", 40)]) }, [], flows)));
        Assert.StartsWith("B holds up A", cause.Description, StringComparison.Ordinal);
    }

    [Fact]
    public void A_question_without_an_answer_is_a_part_of_the_way_only_where_its_asker_awaits()
    {
        var open = new OpenQuestions("Risk", "Score", "Bureau", "/user/bureau", 1, 12);
        var seen = new Symptoms(Found.Nothing with { Awaiting = new(1, [Work("Risk", 13)]) }, [], []) { Open = [open] };
        var cause = Assert.Single(Read(seen));
        Assert.Equal(("Bureau holds up Risk: it has not answered Score for 12 s.", "Bureau", "/user/bureau", AkkaCertainty.Likely),
            (cause.Description, cause.ActorType, cause.Subject, cause.Certainty));

        // Checkout awaits Risk, which has piped its own question to itself, and works.
        var found = Found.Nothing with { Awaiting = new(1, [Work("Checkout", 13)]) };
        IReadOnlyList<AkkaFlow> flows = [Flow("_none", "Buy", "Checkout", 1, 2), Flow("Checkout", "Check", "Risk", 0.1, 2)];
        cause = Assert.Single(Read(seen with { Found = found, Flows = flows }));
        Assert.Equal("Risk", cause.ActorType);
    }

    [Fact]
    public void A_question_that_times_out_names_who_holds_up_the_one_that_was_asked()
    {
        var seen = new Symptoms(Found.Nothing, [], [Flow("Checkout", "Check", "Risk", 0.1, 2), Flow("Risk", "Score", "Bureau", 0.1, 1.9)])
        {
            TimedOut = [new(new("Check", "Checkout", "Risk", "/user/risk"), 30)],
        };
        var cause = Assert.Single(Read(seen));
        Assert.Equal(("Check from Checkout to Risk times out. Bureau holds it up: it takes 1.9 s for each Score.", "Bureau"),
            (cause.Description, cause.ActorType));
    }

    [Fact]
    public void A_process_that_stood_still_is_the_cause_of_what_it_finds_and_blames_no_other_node()
    {
        IReadOnlyList<ClusterMember> members = [Member(Here), Member("akka.tcp://shop@b:1", isReachable: false)];
        var stood = new Standstill(45.2, 3);
        var found = Found.Nothing with { Self = ThisNode.In(new(Here, members), stood) };
        var cause = Assert.Single(Read(new Symptoms(found, [], []) { Members = members, Stood = stood, Self = Here }));
        Assert.Equal(("stood_still", "This process stood still for 45.2 s, until 3 s ago.", AkkaCertainty.Certain, Here),
            (cause.Kind, cause.Description, cause.Certainty, cause.Subject));
        Assert.Contains("akka.tcp://shop@b:1 cannot be reached from here", cause.Evidence);
        Assert.Equal($"{Here}: this node stood still for 45.2 s, until 3 s ago", Assert.Single(SystemHealth.From(found, new()).Troubles).Text);

        // Without a cluster, and where nothing is wrong, it is no trouble.
        Assert.Equal(0, ThisNode.In(null, stood).Count);
        Assert.Empty(Read(new Symptoms(Found.Nothing, [], []) { Stood = stood }));
    }

    [Theory]
    [InlineData(1, 0, 0)]
    [InlineData(2, 1, 0)]
    [InlineData(3, 1, 0)]
    [InlineData(3, 2, 1)]
    [InlineData(5, 2, 0)]
    [InlineData(5, 3, 1)]
    public void A_node_is_cut_off_where_most_others_are_away_and_they_are_several(int members, int away, int found)
    {
        var others = Enumerable.Range(1, members - 1).Select(other => Member($"{Far}{other}", other > away));
        Assert.Equal(found, ThisNode.In(new(Here, [Member(Here), .. others]), stood: null).Count);
    }

    [Fact]
    public void A_clock_that_was_late_by_seconds_at_once_stood_still_for_a_minute_afterwards()
    {
        var late = 0L;
        var clock = new OwnClock(() => late);
        clock.Sample(Seconds(1));
        late += Seconds(2);
        clock.Sample(Seconds(2));
        Assert.Null(clock.Latest(Seconds(2)));
        late += Seconds(45);
        clock.Sample(Seconds(50));
        Assert.Equal(new Standstill(45, 3), clock.Latest(Seconds(53)));
        clock.Sample(Seconds(60));
        Assert.Equal(60, clock.Latest(Seconds(110))!.AgoSeconds, 6);
        Assert.Null(clock.Latest(Seconds(111)));
    }

    [Fact]
    public void A_node_that_was_downed_is_told_so_as_this_node()
    {
        var found = Found.Nothing with { LostNodes = new(1, [new(new(Here, IsSelf: true), 1, 5)]) };
        var cause = Assert.Single(Read(new Symptoms(found, [], [])));
        Assert.Equal(("This node was downed and removed from the cluster.", Here), (cause.Description, cause.Subject));
        Assert.DoesNotContain("Did its process crash", cause.NextStep, StringComparison.Ordinal);
        Assert.Equal($"{Here}: this node was downed and removed from the cluster", Assert.Single(SystemHealth.From(found, new()).Troubles).Text);
    }

    private static IReadOnlyList<AkkaCause> Read(Symptoms seen) => AkkaDiagnosis.Read(seen).Causes;

    private static long Seconds(int seconds) => seconds * Stopwatch.Frequency;

    private static ClusterMember Member(string address, bool isReachable = true) => new(address, "up", [], "1", 1, IsLeader: false, isReachable);

    private static AkkaMessageAtWork Work(string actor, double seconds, string sender = "") => new()
    {
        ActorPath = $"/user/{actor}", ActorType = actor, MessageType = "M", State = AkkaWorkState.Awaiting, StartedAt = default,
        WorkTime = TimeSpan.FromSeconds(seconds), SenderType = sender,
    };

    private static AkkaFlow Flow(string sender, string message, string receiver, double wait, double work) =>
        new() { SenderType = sender, MessageType = message, ReceiverType = receiver, Messages = 60, PerSecond = 1, WaitSeconds = wait,
            WorkSeconds = work };
}
