namespace AkkaInstrumentation.Tests.Health;

/// <summary>The texts of the diagnosis, from what was seen: the pace in a backlog is the receiver's, and a rush has one advice.</summary>
public sealed class CauseTextsSpec
{
    private static readonly AkkaFlow Labels = new("WarehouseActor", "PrintLabel", "PrinterActor") { Messages = 18_000, PerSecond = 300, WaitSeconds = 3, WorkSeconds = 2e-3 };

    [Fact]
    public void The_evidence_has_the_pace_of_the_receiver_and_by_how_much_its_mailbox_grows()
    {
        var cause = CauseOf(ActorDoing.Working, Labels);
        Assert.Equal("overload", cause.Kind);
        Assert.Equal(
            ["9000 messages wait in /user/printer, 700 more each second", "PrinterActor took 300 PrintLabel a second from WarehouseActor, wait 3 s, work 2 ms"], cause.Evidence);
    }

    [Fact]
    public void A_rush_gets_the_same_advice_whether_its_handler_works_or_awaits()
    {
        var (works, awaits) = (CauseOf(ActorDoing.Working, Labels), CauseOf(ActorDoing.Awaiting, Labels));
        Assert.Equal(("overload", "awaiting"), (works.Kind, awaits.Kind));
        Assert.Contains("Slow the sender down", works.Next, StringComparison.Ordinal);
        Assert.Equal(works.Next, awaits.Next);
    }

    [Fact]
    public void A_handler_that_takes_no_message_at_all_gets_the_advice_for_what_it_awaits()
    {
        var cause = CauseOf(ActorDoing.Awaiting);
        Assert.Equal("awaiting", cause.Kind);
        Assert.Contains("Give that call a time-out", cause.Next, StringComparison.Ordinal);
    }

    [Fact]
    public void A_handler_that_hangs_is_named_with_its_sender_and_its_trace_and_no_advice_needs_its_span()
    {
        var work = new AkkaMessageAtWork("/user/stuck", "StuckActor", "Begin", AkkaWorkState.Awaiting, new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc), 70)
        {
            Sender = "/user/sender",
            TraceId = "0af7651916cd43dd8448eb211c80319c",
        };
        var found = Nothing with { Awaiting = new(1, [work]) };
        var cause = Assert.Single(AkkaDiagnosis.Of(new Symptoms(found, [], [])).Causes);
        Assert.Equal(("awaiting", "StuckActor", "/user/stuck", 70), (cause.Kind, cause.Actor, cause.Path, cause.Seconds));
        Assert.Equal(
            ["Begin awaits in /user/stuck (StuckActor), for 70 s, since 2026-01-02T03:04:05.000Z, sent by /user/sender, trace 0af7651916cd43dd8448eb211c80319c"], cause.Evidence);
        Assert.Contains(work.TraceId, cause.Next, StringComparison.Ordinal);
        Assert.DoesNotContain("slowest traces", cause.Next, StringComparison.Ordinal);
        Assert.Equal("/user/stuck (StuckActor): Begin has awaited for 70 s, sent by /user/sender, trace 0af7651916cd43dd8448eb211c80319c", Assert.Single(SystemHealth.Of(found, new()).Troubles).Text);

        // the same with messages behind it is one cause
        var mailbox = new TroubledMailbox("StuckActor", "/user/stuck", 200) { OldestSeconds = 64, States = [new(ActorDoing.Awaiting, "Begin", null)], Work = work };
        cause = Assert.Single(AkkaDiagnosis.Of(new Symptoms(found, [mailbox], [])).Causes);
        Assert.Contains($"{work}", cause.Evidence);
        Assert.DoesNotContain("slowest traces", cause.Next, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(95, "memory-short")]
    [InlineData(80, null)]
    public void Memory_is_short_near_its_limit(int megabytes, string? kind)
    {
        var process = new ProcessLoad { BusyProcessors = 1.5, HeapBytes = megabytes * 1_000_000L, MemoryLimitBytes = 100_000_000 };
        var cause = AkkaDiagnosis.Of(new Symptoms(Nothing, [], []) { Process = process }).Causes.SingleOrDefault();
        Assert.Equal(kind, cause?.Kind);
        Assert.True(cause is null || cause.Evidence.Contains("its heap has 95 of 100 MB"));
    }

    [Theory]
    [InlineData(2, "12 restarts of /user/a, and 1 more actor restarts")]
    [InlineData(3, "12 restarts of /user/a, and 2 more actors restart")]
    public void One_more_actor_is_not_several(int actors, string evidence)
    {
        var restarting = new[] { "a", "b", "c" }.Take(actors).Select((name, place) => new Repeated<ActorRestart>(new($"/user/{name}", "VanActor"), 12 - place)).ToList();
        var found = new SystemFindings(
            Findings<GrowingMailbox>.None, Findings<LateActor>.None, Findings<BlockingActor>.None, new(actors, restarting), []);
        Assert.Equal(evidence, Assert.Single(Assert.Single(AkkaDiagnosis.Of(new Symptoms(found, [], [])).Causes).Evidence));
    }

    [Theory]
    [InlineData(0.2, "Questions time out: ShardRegion answers slowest.", AkkaCertainty.Likely)]
    [InlineData(1e-4, "Questions time out.", AkkaCertainty.Possible)]
    public void An_actor_that_answers_quickly_or_was_asked_once_is_not_blamed_for_a_time_out(double work, string what, AkkaCertainty certainty)
    {
        var late = new MessageLoss("late_reply", Akka.Actor.ActorPath.Parse("akka://shop/deadLetters"), FoldedNames.Ask, "PlaceOrder", FoldedNames.Unknown);
        var found = Losing(late);
        var often = new AkkaFlow(FoldedNames.Ask, "PlaceOrder", "ShardRegion") { Messages = 120, PerSecond = 2, WorkSeconds = work };
        var once = new AkkaFlow(FoldedNames.Ask, "StartProxy", "Guardian") { Messages = 1, PerSecond = 0.02, WorkSeconds = 3 };
        var cause = Assert.Single(AkkaDiagnosis.Of(new Symptoms(found, [], [often, once])).Causes);
        Assert.Equal(("ask-timeout", what, certainty, "ShardRegion"), (cause.Kind, cause.What, cause.Certainty, cause.Actor));
    }

    [Fact]
    public void An_answer_from_another_node_that_comes_too_late_has_no_missing_receiver()
    {
        var late = new MessageLoss("late_reply", Akka.Actor.ActorPath.Parse("akka://shop/temp/_ask"), FoldedNames.Ask, "OrderPlaced", FoldedNames.Remote);
        var found = Losing(late);
        Assert.Equal("Questions time out.", Assert.Single(AkkaDiagnosis.Of(new Symptoms(found, [], [])).Causes).What);
        Assert.EndsWith("15 OrderPlaced lost in 60 s: the Ask had timed out", Assert.Single(SystemHealth.Of(found, new()).Troubles).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void An_answer_to_a_message_without_a_sender_never_had_a_receiver()
    {
        var answer = new MessageLoss("undelivered", Akka.Actor.ActorPath.Parse("akka://shop/deadLetters"), FoldedNames.None, "String", FoldedNames.Remote);
        var found = Losing(answer);
        Assert.EndsWith("a reply to a message that had no sender", Assert.Single(SystemHealth.Of(found, new()).Troubles).Text, StringComparison.Ordinal);
        Assert.DoesNotContain(AkkaDiagnosis.Of(new Symptoms(found, [], [])).Causes, cause => cause.Kind == "missing-receiver");
    }

    [Theory]
    [InlineData("_remote", "An actor on another node sends Order to /user/gone, where no actor is.")]
    [InlineData("OrderActor", "OrderActor sends Order to /user/gone, where no actor is.")]
    public void A_cause_is_a_sentence(string sender, string what)
    {
        var lost = new MessageLoss("undelivered", Akka.Actor.ActorPath.Parse("akka://shop/user/gone"), "_unknown", "Order", sender);
        Assert.Equal(what, Assert.Single(AkkaDiagnosis.Of(new Symptoms(Losing(lost), [], [])).Causes).What);
    }

    [Fact]
    public void An_actor_that_has_stopped_is_not_a_wrong_address()
    {
        var second = Ticks.Of(TimeSpan.FromSeconds(1));
        var lost = new MessageLoss("undelivered", Akka.Actor.ActorPath.Parse("akka://shop/user/gone"), "CartActor", "Order", "OrderActor") { StoppedAt = 10 * second };
        var seen = new Symptoms(Losing(lost), [], []) { Now = 13 * second };

        Assert.Equal("OrderActor sends Order to /user/gone, which stopped 3 s ago.", Assert.Single(AkkaDiagnosis.Of(seen).Causes).What);
    }

    [Theory]
    [InlineData("System.TimeoutException", 1)]
    [InlineData("Akka.Pattern.OpenCircuitException", 2)]
    public void A_failing_journal_explains_the_dead_letters_to_the_actors_that_it_stopped(string error, int evidence)
    {
        var lost = new MessageLoss("undelivered", Akka.Actor.ActorPath.Parse("akka://shop/user/gone"), "CartActor", "Order", "OrderActor") { StoppedAt = 1 };
        var refused = new Repeated<ActorFailure>(new("/user/gone", "CartActor", error, "WriteMessageFailure") { Store = "shop.journal" }, 3);
        var seen = new Symptoms(Losing(lost), [], []) { Now = 1, Refusals = [refused] };

        var cause = Assert.Single(AkkaDiagnosis.Of(seen).Causes);
        Assert.Equal(("failing-store", $"shop.journal fails: {error}, for CartActor."), (cause.Kind, cause.What));
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
        var cause = Assert.Single(AkkaDiagnosis.Of(new Symptoms(Nothing with { Failing = new(1, [failing]) }, [], [])).Causes);
        Assert.Equal([$"3 failures of CartActor in 60 s: System.TimeoutException, the latest in {words}"], cause.Evidence);
    }

    private static readonly SystemFindings Nothing = new(
        Findings<GrowingMailbox>.None, Findings<LateActor>.None, Findings<BlockingActor>.None, Findings<Repeated<ActorRestart>>.None, []);

    private static SystemFindings Losing(MessageLoss loss) =>
        new(Findings<GrowingMailbox>.None, Findings<LateActor>.None, Findings<BlockingActor>.None, Findings<Repeated<ActorRestart>>.None, []) { Losing = new(1, [new(loss, 15)]) };

    private static AkkaCause CauseOf(ActorDoing doing, params AkkaFlow[] flows)
    {
        var mailbox = new GrowingMailbox("/user/printer", "PrinterActor", 9_000, 700);
        var found = new SystemFindings(new(1, [mailbox]), Findings<LateActor>.None, Findings<BlockingActor>.None, Findings<Repeated<ActorRestart>>.None, []);
        var troubled = new TroubledMailbox(mailbox.ActorType, mailbox.Path, mailbox.Depth)
        {
            PerSecond = mailbox.PerSecond,
            Trend = mailbox.Trend,
            States = [new(doing, "PrintLabel", "akka.actor.default-dispatcher")],
        };
        return Assert.Single(AkkaDiagnosis.Of(new Symptoms(found, [troubled], flows)).Causes);
    }
}
