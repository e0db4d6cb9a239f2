namespace AkkaInstrumentation.Tests.Health;

/// <summary>What the diagnosis says of a mailbox that grows, from what was seen: the pace is the receiver's, and a rush has one advice.</summary>
public sealed class BacklogCausesSpec
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

    private static AkkaCause CauseOf(ActorDoing doing, params AkkaFlow[] flows)
    {
        var mailbox = new GrowingMailbox("/user/printer", "PrinterActor", 9_000, 700);
        var found = new SystemFindings(new(1, [mailbox]), Findings<LateActor>.None, Findings<BlockingActor>.None, Findings<RestartingActor>.None, []);
        var troubled = new TroubledMailbox(mailbox.ActorType, mailbox.Path, mailbox.Depth)
        {
            PerSecond = mailbox.PerSecond,
            Trend = mailbox.Trend,
            States = [new(doing, "PrintLabel", "akka.actor.default-dispatcher")],
        };
        return Assert.Single(AkkaDiagnosis.Of(new Symptoms(found, [troubled], flows)).Causes);
    }
}
