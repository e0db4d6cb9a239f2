namespace AkkaInstrumentation.Tests.Health;

/// <summary>The texts of the diagnosis, from what was seen: the pace in a backlog is the receiver's, and a rush has one advice.</summary>
public sealed class CauseTextsSpec
{
    private static readonly AkkaFlow Labels = Flow("WarehouseActor", "PrintLabel", "PrinterActor", 18_000, wait: 3, work: 2e-3);

    [Fact]
    public void The_evidence_has_the_pace_of_the_receiver_and_by_how_much_its_mailbox_grows()
    {
        var cause = CauseOf(ActorDoing.Working, Labels);
        Assert.Equal("overload", cause.Kind);
        Assert.Equal(
            ["9000 messages wait in /user/printer, 700 more each second", "1000 messages a second are sent to PrinterActor, which takes 300",
                "WarehouseActor → PrintLabel → PrinterActor: 300/s, 3 s in the mailbox, 2 ms in the handler (means)"], cause.Evidence);
    }

    [Fact]
    public void A_rush_has_the_same_cause_whether_its_handler_works_or_awaits_for_a_moment()
    {
        var (works, awaits) = (CauseOf(ActorDoing.Working, Labels), CauseOf(ActorDoing.Awaiting, Labels));
        Assert.Equal(("overload", "overload"), (works.Kind, awaits.Kind));
        Assert.Contains("Slow the sender down", works.NextStep, StringComparison.Ordinal);
        Assert.Equal(works.NextStep, awaits.NextStep);
        Assert.Contains("it mostly awaits in PrintLabel, for a moment each time", awaits.Evidence);
    }

    [Theory]
    [InlineData(2, null, "awaiting")]
    [InlineData(0.6, 1.0, "awaiting")]
    [InlineData(0.6, 60.0, "overload")]
    public void An_await_is_the_cause_where_it_is_long_or_most_of_the_wait(double awaits, double? oldest, string kind)
    {
        var work = new AkkaMessageAtWork { ActorPath = "/user/a", ActorType = "A", MessageType = "Ask", State =
            AkkaWorkState.Awaiting, StartedAt = default, WorkTime = TimeSpan.FromSeconds(awaits) };
        var mailbox = new TroubledMailbox("A", "/user/a", 200) { OldestSeconds = oldest, States =
            [new(ActorDoing.Awaiting, "Ask", null)], Work = work };
        Assert.Equal(kind, Only(new(Found.Nothing, [mailbox], [Flow("B", "Ask", "A", 100, wait: 10, work: 0.6)])).Kind);
    }

    [Fact]
    public void Of_a_pool_the_slow_routee_is_named_before_what_it_awaits()
    {
        var work = new AkkaMessageAtWork { ActorPath = "/user/pool/$c", ActorType = "Routee", MessageType =
            "Job", State = AkkaWorkState.Awaiting, StartedAt = default, WorkTime = TimeSpan.FromSeconds(2) };
        var slow = new TroubledMailbox("Routee", "/user/pool/$c", 1_197)
        {
            OldestSeconds = 60, Share = (0.2, 5), Pool = new(5, 1_197, 3), States = [new(ActorDoing.Awaiting, "Job", null)], Work = work,
        };
        var causes = AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [slow], [])).Causes;
        Assert.Equal(["slow_routee", "awaiting"], causes.Select(cause => cause.Kind));
        Assert.Equal("1 of 5 routees Routee holds nearly all messages that wait in its pool.", causes[0].Description);
        Assert.DoesNotContain(AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [slow with { Pool = new(5, 1_197, 900) }], [])).Causes,
            cause => cause.Kind == "slow_routee");
    }

    [Fact]
    public void Handlers_that_hold_threads_while_the_processors_are_idle_block()
    {
        var found = Found.Nothing with { Starved = new(1, [new(new("few"), 20)]) };
        var mailbox = new TroubledMailbox("ClerkActor", "/user/clerk", 50) { PerSecond = 1, Trend =
            "1 more each second", States = [new(ActorDoing.Working, "Form", "few")] };
        var seen = new Symptoms(found, [mailbox], []) { Busy = [new("ClerkActor", "Form", "few", 5.75)], Process = new() { Processors = new(0.09) } };
        var causes = AkkaDiagnosis.Read(seen).Causes;
        Assert.Equal(["starved_dispatcher", "blocking_handlers", "overload"], causes.Select(cause => cause.Kind));
        Assert.Equal("Actors wait for a thread of few, which ClerkActor keeps busy.", causes[0].Description);
        Assert.Contains(causes[0].Evidence, text =>
            text.StartsWith("handlers keep 5.75 threads busy, and the process keeps 0.1 of", StringComparison.Ordinal));
        Assert.Contains("ClerkActor keeps 5.75 threads of few busy with Form", causes[1].Evidence);

        // Processors that work are no sign of it.
        var busy = AkkaDiagnosis.Read(seen with { Process = new() { Processors = new(5.5) } });
        Assert.DoesNotContain(busy.Causes, cause => cause.Kind == "blocking_handlers");

        // Nor are threads that the garbage collector stops.
        var stopped = AkkaDiagnosis.Read(seen with { Process = new() { Processors = new(0.09), Pauses = new(30, 60, 9) } });
        Assert.Equal(["gc_pauses", "starved_dispatcher", "overload"], stopped.Causes.Select(cause => cause.Kind));
    }

    [Fact]
    public void What_has_blocked_stays_named_as_long_as_its_effect_goes_on()
    {
        var second = Ticks.From(TimeSpan.FromSeconds(1));
        var late = Loss("late_reply", "/deadLetters", FoldedNames.Ask, "Bought", FoldedNames.Unknown);
        var blocked = new EventTotals<EndedBlock>(new("/system/journal", "Journal", "WriteMessages", 25),
            null, 1, [new(60 * second, 60 * second, 1)]);
        var seen = new Symptoms(Losing(late), [], []) { Now = 100 * second, Returned = [blocked] };
        var causes = AkkaDiagnosis.Read(seen).Causes;
        Assert.Equal(["blocked_thread_ended", "ask_timeout"], causes.Select(cause => cause.Kind));
        Assert.Equal(("Journal blocked its thread for 25 s, until 40 s ago, with WriteMessages.", "Journal"), (causes[0].Description,
            causes[0].ActorType));
        Assert.Empty(AkkaDiagnosis.Read(seen with { Found = Found.Nothing }).Causes);
    }

    [Fact]
    public void A_mean_wait_of_seconds_is_not_called_normal()
    {
        var slow = Flow("B", "Body", "A", 100, wait: 12, work: 0.6);
        Assert.EndsWith(" A mean wait of seconds is not normal.",
            AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [], [slow])).Summary, StringComparison.Ordinal);
        Assert.EndsWith("600 ms in the handler (means).", AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [], [slow with { WaitSeconds = 0.9 }])).Summary,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_handler_that_takes_no_message_at_all_gets_the_advice_for_what_it_awaits()
    {
        var cause = CauseOf(ActorDoing.Awaiting);
        Assert.Equal("awaiting", cause.Kind);
        Assert.Contains("Give that call a time-out", cause.NextStep, StringComparison.Ordinal);
    }

    [Fact]
    public void A_handler_that_hangs_is_named_with_its_sender_and_its_trace_and_no_advice_needs_its_span()
    {
        var work = new AkkaMessageAtWork
        {
            ActorPath = "/user/stuck", ActorType = "StuckActor", MessageType = "Begin", State = AkkaWorkState.Awaiting,
            StartedAt = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc), WorkTime = TimeSpan.FromSeconds(70),
            SenderPath = "/user/sender",
            TraceId = "0af7651916cd43dd8448eb211c80319c",
        };
        var found = Found.Nothing with { Awaiting = new(1, [work]) };
        var cause = Only(new(found, [], []));
        Assert.Equal(("awaiting", "StuckActor", "/user/stuck", TimeSpan.FromSeconds(70)), (cause.Kind, cause.ActorType, cause.Subject,
            cause.Duration));
        Assert.Equal(
            ["Begin awaits in /user/stuck (StuckActor), for 70 s, since 2026-01-02T03:04:05.000Z, sent by /user/sender, trace 0af7651916cd43dd8448eb211c80319c"], cause.Evidence);
        Assert.Contains(work.TraceId, cause.NextStep, StringComparison.Ordinal);
        Assert.DoesNotContain("slowest traces", cause.NextStep, StringComparison.Ordinal);
        Assert.Equal("/user/stuck (StuckActor): Begin has awaited for 70 s, sent by /user/sender, trace 0af7651916cd43dd8448eb211c80319c",
            Assert.Single(SystemHealth.From(found, new()).Troubles).Text);

        // the same with messages behind it is one cause
        var mailbox = new TroubledMailbox("StuckActor", "/user/stuck", 200) { OldestSeconds =
            64, States = [new(ActorDoing.Awaiting, "Begin", null)], Work = work };
        cause = Only(new(found, [mailbox], []));
        Assert.Contains($"{work}", cause.Evidence);
        Assert.DoesNotContain("slowest traces", cause.NextStep, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(95, "memory_short")]
    [InlineData(80, null)]
    public void Memory_is_short_near_its_limit(int megabytes, string? kind)
    {
        var process = new ProcessLoad { Processors = new(1.5), HeapBytes = megabytes * 1_000_000L, MemoryLimitBytes = 100_000_000 };
        var cause = AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [], []) { Process = process }).Causes.SingleOrDefault();
        Assert.Equal(kind, cause?.Kind);
        Assert.True(cause is null || cause.Evidence.Contains("its heap has 95 of 100 MB"));
    }

    [Theory]
    [InlineData(2, "12 restarts of /user/a, and 1 more actor restarts")]
    [InlineData(3, "12 restarts of /user/a, and 2 more actors restart")]
    public void One_more_actor_is_not_several(int actors, string evidence)
    {
        var restarting = new[] { "a", "b", "c" }.Take(actors)
            .Select((name, place) => new Repeated<ActorRestart>(new($"/user/{name}", "VanActor"), 12 - place)).ToList();
        Assert.Equal(evidence, Assert.Single(Only(new(Found.Nothing with { Restarting = new(actors, restarting) }, [], [])).Evidence));
    }

    [Fact]
    public void A_time_out_names_question_asker_and_receiver_and_no_other_actor()
    {
        var late = Loss("late_reply", "/deadLetters", FoldedNames.Ask, "Bought", FoldedNames.Unknown);
        AkkaFlow[] flows =
        [
            Flow(FoldedNames.Ask, "Ping", "PingActor", 900, work: 5e-3),
            Flow(FoldedNames.Ask, "Shard.GetShardStats", "Shard", 14, wait: 12, work: 12),
        ];
        var seen = new Symptoms(Losing(late), [], flows);
        var cause = Only(seen);
        Assert.Equal(("Asks time out.", "", AkkaCertainty.Possible), (cause.Description, cause.ActorType, cause.Certainty));

        cause = Assert.Single(
            AkkaDiagnosis.Read(seen with { TimedOut = [new(new("Buy", FoldedNames.None, "CartActor", "/user/cart"), 117)] }).Causes);
        Assert.Equal(("Buy from code outside of actors to CartActor times out.", "CartActor", "/user/cart"), (cause.Description, cause.ActorType,
            cause.Subject));
        Assert.Equal("117 Buy from code outside of actors to /user/cart timed out in 60 s", cause.Evidence[0]);
    }

    [Fact]
    public void A_question_through_a_region_names_the_entity_that_takes_it_and_no_infrastructure()
    {
        AskTimeout asked = new("AddStroke", "Graph", "", "/system/sharding/drawing");
        var shard = Flow("ShardRegion", "AddStroke", "Shard", 100, work: 1e-3);
        var entity = Flow(FoldedNames.Ask, "AddStroke", "DrawingActor", 100, work: 2);
        var seen = new Symptoms(Found.Nothing, [], [shard, entity]) { TimedOut = [new(asked, 152)], Infrastructure =
            new HashSet<string> { "Shard", "ShardRegion" } };
        Assert.Equal("DrawingActor", Only(seen).ActorType);
        Assert.Equal("", Only(seen with { Flows = [shard] }).ActorType);
        Assert.Equal("", Only(seen with { Flows = [shard, entity, entity with { ReceiverType = "Other" }] }).ActorType);

        // fewer than ten, with nothing else wrong, are no trouble
        Assert.Empty(AkkaDiagnosis.Read(seen with { TimedOut = [new(asked, 9)] }).Causes);
    }

    [Fact]
    public void A_question_to_nobody_comes_before_the_restarts_of_its_asker()
    {
        var loss = Loss(AkkaLossReasons.Undelivered, "/user/price", "PriceActor", "Question", "Quotes");
        var failing = new ActorFailure("/user/quotes", "Quotes", "Akka.Actor.AskTimeoutException", "Work");
        var found = Losing(loss) with { Failing = new(1, [new(failing, 25)]), Restarting = new(1, [new(new("/user/quotes", "Quotes"), 25)]) };
        var causes = AkkaDiagnosis.Read(new Symptoms(found, [], [])).Causes;
        Assert.Equal([("missing_receiver", AkkaCertainty.Certain), ("restart_loop", AkkaCertainty.Likely), ("ask_timeout", AkkaCertainty.Likely)],
            causes.Select(cause => (cause.Kind, cause.Certainty)));
        Assert.Equal(("Question from Quotes to /user/price, where no actor is, times out.", "Quotes", "/user/quotes"),
            (causes[2].Description, causes[2].ActorType, causes[2].Subject));

        // Another failure is the actor's own.
        found = found with { Failing = new(1, [new(failing with { Error = "System.FormatException" }, 25)]) };
        causes = AkkaDiagnosis.Read(new Symptoms(found, [], [])).Causes;
        Assert.Equal(["restart_loop", "missing_receiver"], causes.Select(cause => cause.Kind));
        Assert.All(causes, cause => Assert.Equal(AkkaCertainty.Certain, cause.Certainty));
    }

    [Fact]
    public void An_await_names_the_actor_that_takes_its_time()
    {
        AkkaMessageAtWork work = new()
        {
            ActorPath = "/user/pay", ActorType = "Pay", MessageType = "Charge", State = AkkaWorkState.Awaiting, StartedAt = default,
                WorkTime = TimeSpan.FromSeconds(3),
        };
        var (charge, bank) = (Flow("Order", "Charge", "Pay", 60, work: 2), Flow("Pay", "Debit", "Bank", 60, wait: 1.5, work: 0.4));
        var seen = new Symptoms(Found.Nothing with { Awaiting = new(1, [work]) }, [], [charge, bank]);
        var cause = Only(seen);
        Assert.Equal(("Bank holds up Pay: it takes 400 ms for each Debit.", "Bank", AkkaCertainty.Likely),
            (cause.Description, cause.ActorType, cause.Certainty));
        Assert.Contains(cause.Evidence, text => text.StartsWith("Pay → Debit → Bank: ", StringComparison.Ordinal));

        // One that is fast is not what it awaits.
        cause = Only(seen with { Flows = [charge, bank with { WaitSeconds = 0.1 }] });
        Assert.Equal(("Pay awaits a slow answer in Charge, and takes no other message meanwhile.", "Pay", AkkaCertainty.Certain),
            (cause.Description, cause.ActorType, cause.Certainty));
    }

    [Fact]
    public void An_actor_that_was_seen_once_doing_nothing_may_lack_a_thread_and_has_no_cause_yet()
    {
        var mailbox = new TroubledMailbox("Mail", "/user/mail", 20) { OldestSeconds = 20, States = [new(ActorDoing.Nothing, null, "few")] };
        Assert.Empty(AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [mailbox], [])).Causes);
        mailbox = mailbox with { States = [.. Enumerable.Repeat(mailbox.States[0], 3)] };
        Assert.Equal("starved_dispatcher", Only(new(Found.Nothing, [mailbox], [])).Kind);
    }

    [Fact]
    public void The_slowest_flow_of_a_healthy_system_is_one_to_the_application()
    {
        var journal = Flow("OrderActor", "WriteMessages", "SqlWriteJournal", 900, work: 2) with { Category = "infrastructure" };
        var order = Flow("_none", "PlaceOrder", "OrderActor", 900, work: 1e-3);
        Assert.Equal(
            "Nothing is wrong. The slowest flow of the last minute: code outside of actors → PlaceOrder → OrderActor: 15/s, 1 ms in the handler (mean).",
            AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [], [journal, order])).Summary);
        Assert.Equal("Nothing is wrong.", AkkaDiagnosis.Read(new Symptoms(Found.Nothing, [], [journal])).Summary);
    }

    [Fact]
    public void A_node_that_cannot_be_reached_comes_first_and_the_asked_node_in_trouble_before_the_time_out()
    {
        const string Far = "akka.tcp://shop@far:1";
        var seen = new Symptoms(Found.Nothing, [], [])
        {
            Members = [new("akka.tcp://shop@gone:1", "up", [], "1", 1, false, IsReachable: false),
                new(Far, "up", [], "1", 2, true, IsReachable: true)],
            TimedOut = [new(new("Buy", FoldedNames.None, FoldedNames.Remote, $"{Far}/user/cart"), 117)],
            Others = [new(Far, ["/user/cart: 1795 messages wait"])],
        };
        var causes = AkkaDiagnosis.Read(seen).Causes;
        Assert.Equal(["unreachable_node", "other_node", "ask_timeout"], causes.Select(cause => cause.Kind));
        Assert.Equal($"{Far} is in trouble too: /user/cart: 1795 messages wait.", causes[1].Description);
        Assert.Equal(AkkaCertainty.Likely, causes[1].Certainty);

        // What other nodes have is not a cause of nothing.
        Assert.DoesNotContain(AkkaDiagnosis.Read(seen with { TimedOut = [] }).Causes, cause => cause.Kind == "other_node");
    }

    [Fact]
    public void One_late_node_is_named_with_its_troubles_and_where_all_are_late_this_node_is()
    {
        ClusterMember Heard(string name, bool isLate) =>
            new($"akka.tcp://shop@{name}:1", "up", [], "1", 1, false, IsReachable: true) { HeartbeatSeconds = isLate ? 2.75 : 0.5, IsLate = isLate };
        var one = new Symptoms(Found.Nothing, [], [])
        {
            Members = [Heard("b", isLate: true), Heard("c", isLate: false)],
            Others = [new("akka.tcp://shop@b:1", ["91 % of the processors are busy"])],
        };
        var late = Only(one);
        Assert.Equal(("late_node", "Heartbeats of akka.tcp://shop@b:1 are late.", "akka.tcp://shop@b:1"), (late.Kind, late.Description,
            late.Subject));
        Assert.Equal(["the last heartbeat of akka.tcp://shop@b:1 came 2.8 s ago", "91 % of the processors are busy"], late.Evidence);

        var all = Only(one with { Members = [Heard("b", isLate: true), Heard("c", isLate: true)] });
        Assert.Equal(("No heartbeat of 2 nodes arrives here in time.", AkkaCertainty.Likely), (all.Description, all.Certainty));

        Assert.Empty(AkkaDiagnosis.Read(one with { Members = [Heard("b", isLate: false)] }).Causes);
    }

    [Fact]
    public void Messages_that_wait_for_seconds_for_the_home_of_their_shard_are_named()
    {
        var seen = new Symptoms(Found.Nothing, [], []) { Buffers = [new("cart", 3, 4.9, "Buy")] };
        Assert.Empty(AkkaDiagnosis.Read(seen).Causes);
        var cause = Only(seen with { Buffers = [new("cart", 3, 5.5, "Buy")] });
        Assert.Equal(
            ("homeless_shard", "Messages to cart wait in their region for the home of their shard, the oldest for 5.5 s.", "/system/sharding/cart"),
            (cause.Kind, cause.Description, cause.Subject));
        Assert.Equal(["3 messages wait, most of them Buy"], cause.Evidence);
    }

    /// <summary>Something else is already known that delays everything.</summary>
    [Fact]
    public void Late_timers_of_a_process_that_stood_still_are_a_possible_cause_only()
    {
        var seen = new Symptoms(Found.Nothing, [], []) { Timers = new([new("A", "/user/a", 2, 5)], [], null) };
        Assert.Equal(AkkaCertainty.Likely, Only(seen).Certainty);
        Assert.Equal(
            AkkaCertainty.Possible,
            Assert.Single(AkkaDiagnosis.Read(seen with { Stood = new(5, 10) }).Causes, cause => cause.Kind == "late_timers").Certainty);
    }

    [Fact]
    public void Two_actors_that_ask_each_other_are_a_circle()
    {
        IReadOnlyList<Repeated<AskTimeout>> timedOut =
        [
            new(new("Order", "Kitchen", "Waiter", "/user/waiter"), 4), new(new("Table", "Waiter", "Kitchen", "/user/kitchen"), 3),
                new(new("Buy", "_none", "Cart", "/user/cart"), 2),
        ];
        var cause = Only(new(Found.Nothing, [], []) { TimedOut = timedOut });
        Assert.Equal(("ask_circle", "Kitchen and Waiter ask each other, and each waits."), (cause.Kind, cause.Description));
        Assert.Equal(2, cause.Evidence.Count);
    }

    [Theory]
    [InlineData(AkkaLossReasons.GivenUp, "given_up", "Code published Dropped for Int32: too odd.", "code published Dropped: too odd")]
    [InlineData(AkkaLossReasons.FullRegion, "full_region", "The buffer of ShardRegion /system/sharding/cart is full: it drops Int32.",
        "the shard region's buffer is full")]
    [InlineData(AkkaLossReasons.LostBuffer, "lost_buffer",
        "ShardRegion /system/sharding/cart stopped or restarted, and lost Int32 that it kept.",
        "its shard or shard region stopped or restarted while it kept the message")]
    [InlineData("dropped", "full_mailbox", "The mailbox of ShardRegion is full and drops Int32.", "the mailbox is full")]
    public void Who_dropped_a_message_is_told_apart(string reason, string kind, string what, string trouble)
    {
        var loss = Loss(reason, "/system/sharding/cart", "ShardRegion", "Int32", FoldedNames.Unknown) with { Detail = "too odd" };
        var cause = Only(new(Losing(loss), [], []));
        Assert.Equal((kind, what), (cause.Kind, cause.Description));
        Assert.EndsWith(trouble, Assert.Single(SystemHealth.From(Losing(loss), new()).Troubles).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void An_answer_from_another_node_that_comes_too_late_has_no_missing_receiver()
    {
        var late = Loss("late_reply", "/temp/_ask", FoldedNames.Ask, "OrderPlaced", FoldedNames.Remote);
        var found = Losing(late);
        Assert.Equal("Asks time out.", Only(new(found, [], [])).Description);
        Assert.EndsWith("15 OrderPlaced lost in 60 s: the Ask had timed out",
            Assert.Single(SystemHealth.From(found, new()).Troubles).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void An_answer_to_a_message_without_a_sender_never_had_a_receiver()
    {
        var answer = Loss("no_sender", "/deadLetters", FoldedNames.None, "String", FoldedNames.Remote);
        var found = Losing(answer);
        Assert.EndsWith("it answers a message that had no sender",
            Assert.Single(SystemHealth.From(found, new()).Troubles).Text, StringComparison.Ordinal);
        Assert.Equal("An actor on another node answers String to nobody: the message that it answers had no sender.", Only(new(found, [],
            [])).Description);
    }

    [Theory]
    [InlineData("_remote", "An actor on another node sends Order to /user/gone, where no actor is.")]
    [InlineData("OrderActor", "OrderActor sends Order to /user/gone, where no actor is.")]
    public void A_cause_is_a_sentence(string sender, string what)
    {
        var lost = Loss("undelivered", "/user/gone", "_unknown", "Order", sender);
        Assert.Equal(what, Only(new(Losing(lost), [], [])).Description);
    }

    [Fact]
    public void An_actor_that_has_stopped_is_not_a_wrong_address()
    {
        var second = Ticks.From(TimeSpan.FromSeconds(1));
        var lost = Loss("undelivered", "/user/gone", "CartActor", "Order", "OrderActor") with { StoppedAt = 10 * second };
        var seen = new Symptoms(Losing(lost), [], []) { Now = 13 * second };

        Assert.Equal("OrderActor sends Order to /user/gone, which stopped 3 s ago.", Only(seen).Description);
    }

    [Theory]
    [InlineData("System.TimeoutException", 1)]
    [InlineData("Akka.Pattern.OpenCircuitException", 2)]
    public void A_failing_journal_explains_the_dead_letters_to_the_actors_that_it_stopped(string error, int evidence)
    {
        var lost = Loss("undelivered", "/user/gone", "CartActor", "Order", "OrderActor") with { StoppedAt = 1 };
        var refused = new ActorFailure("/user/gone", "CartActor", error, "WriteMessageFailure") { Store = "shop.journal" };
        var seen = new Symptoms(Losing(lost), [], []) { Now = 1, Failures = [new(refused, null, 3, [new(1, 1, 3)])] };

        var cause = Only(seen);
        Assert.Equal(("failing_store", $"shop.journal fails: {error}, for CartActor."), (cause.Kind, cause.Description));
        Assert.Equal(evidence + 1, cause.Evidence.Count);
        Assert.StartsWith("15 Order became dead letters: /user/gone stopped ", cause.Evidence[^1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Order", "Order")]
    [InlineData("_none", "its start, stop or restart")]
    [InlineData("_unknown", "an unknown message")]
    [InlineData("_other", "other messages")]
    public void The_latest_failure_is_told_in_words(string message, string words)
    {
        var failing = new Repeated<ActorFailure>(new("/user/cart", "CartActor", "System.TimeoutException", message), 3);
        var cause = Only(new(Found.Nothing with { Failing = new(1, [failing]) }, [], []));
        Assert.Equal([$"3 failures of CartActor in 60 s: System.TimeoutException, the latest in {words}"], cause.Evidence);
    }

    private static AkkaFlow Flow(string sender, string message, string receiver, int messages, double? wait = null, double? work = null) =>
        new() { SenderType = sender, MessageType = message, ReceiverType = receiver, Messages = messages, PerSecond = messages / 60.0,
            WaitSeconds = wait, WorkSeconds = work };

    private static MessageLoss Loss(string reason, string path, string receiver, string message, string sender) =>
        new(reason, Akka.Actor.ActorPath.Parse($"akka://shop{path}"), receiver, message, sender);

    private static SystemFindings Losing(MessageLoss loss) => Found.Nothing with { Losing = new(1, [new(loss, 15)]) };

    private static AkkaCause Only(Symptoms seen) => Assert.Single(AkkaDiagnosis.Read(seen).Causes);

    private static AkkaCause CauseOf(ActorDoing doing, params AkkaFlow[] flows)
    {
        var mailbox = new GrowingMailbox("/user/printer", "PrinterActor", 9_000, 700);
        var troubled = new TroubledMailbox(mailbox.ActorType, mailbox.Path, mailbox.Depth)
        {
            PerSecond = mailbox.PerSecond,
            Trend = mailbox.Trend,
            States = [new(doing, "PrintLabel", "akka.actor.default-dispatcher")],
        };
        return Only(new(Found.Nothing with { Growing = new(1, [mailbox]) }, [troubled], flows));
    }
}
