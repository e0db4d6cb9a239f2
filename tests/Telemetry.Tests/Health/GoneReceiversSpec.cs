namespace AkkaInstrumentation.Tests.Health;

/// <summary>A failure explains why a receiver is gone if it is the receiver's, its child's or its parent's, and from then.</summary>
public sealed class GoneReceiversSpec
{
    private static readonly long Second = System.Diagnostics.Stopwatch.Frequency;

    [Theory]
    [InlineData("/user/cart", "CartActor", "Guardian")]
    [InlineData("/user/gone/child", "Child", "CartActor")]
    [InlineData("/user", "Parent", "Guardian")]
    public void A_failure_of_the_receiver_a_child_or_the_parent_explains_the_loss(string path, string type, string parent) =>
        Assert.Equal(["failing_store"], Kinds(Failure(path, type, parent), at: 100, Undelivered(stopped: 101)));

    [Theory]
    [InlineData("/user/other", "Other", "Guardian", 100, 101)]
    [InlineData("/user/cart", "CartActor", "Guardian", 100, 200)]
    [InlineData("/user/cart", "CartActor", "Guardian", 200, 100)]
    public void A_failure_of_another_actor_or_of_another_time_does_not(string path, string type, string parent, int failed, int stopped) =>
        Assert.Equal(["missing_receiver"], Kinds(Failure(path, type, parent), failed, Undelivered(stopped)));

    [Fact]
    public void A_failed_child_explains_messages_that_its_supervisor_discards()
    {
        var loss = Loss(AkkaLossReasons.Discarded, "BackoffOnStopSupervisor");
        Assert.Equal(["failing_store"], Kinds(Failure("/user/sup/child", "Child", "BackoffOnStopSupervisor"), at: 100, loss));
        Assert.Equal(["discarded"], Kinds(Failure("/user/sup/child", "Child", "Other"), at: 100, loss));
    }

    [Fact]
    public void A_failure_that_came_as_a_message_stops_nobody() => Assert.Equal(
        ["missing_receiver"],
        Kinds(Failure("/user/cart", "CartActor", "Guardian") with { Store = "", Asked = "_unknown" }, at: 100, Undelivered(stopped: 101)));

    /// <summary>How long before the latest loss its receiver had stopped, how long messages were lost until then, and how long ago it was.</summary>
    [Theory]
    [InlineData("/system/sharding/cart/3/c1", 0.2, 30, 1, "CartActor stops again and again while Order for it waits or is on its way.", "passivate")]
    [InlineData("/user/gone", 0.2, 30, 1, "CartActor stops again and again while Order for it waits or is on its way.", "What stops it?")]
    [InlineData("/user/gone", 0.2, 1, 14, "/user/gone stopped 14.2 s ago while Order for it waited or was on its way.", "What stops it?")]
    [InlineData("/user/gone", 29, 30, 1, "OrderActor sends Order to /user/gone, which stopped 30 s ago.", "Watch")]
    [InlineData("/user/gone", 0.2, 1, 1, "OrderActor sends Order to /user/gone, which stopped 1.2 s ago.", "Watch")]
    public void Messages_that_are_lost_by_a_stop_are_told_from_those_to_one_that_is_gone(
        string path, double before, int lasted, int ago, string what, string next)
    {
        var now = 300 * Second;
        var loss = Loss(AkkaLossReasons.Undelivered, "CartActor") with
        {
            Recipient = Akka.Actor.ActorPath.Parse($"akka://shop{path}"),
            StoppedAt = now - (long)((ago + before) * Second),
        };
        var lost = new Repeated<MessageLoss>(loss, 15, lasted + ago) { LatestSeconds = ago };
        var seen = new Symptoms(Found.Nothing with { Losing = new(1, [lost]) }, [], []) { Now = now };
        var cause = Assert.Single(AkkaDiagnosis.Read(seen).Causes);
        Assert.Equal((AkkaCauseKinds.MissingReceiver, what), (cause.Kind, cause.Description));
        Assert.Contains(next, cause.NextStep, StringComparison.Ordinal);
    }

    private static IEnumerable<string> Kinds(ActorFailure failure, int at, MessageLoss loss)
    {
        var seen = new Symptoms(Found.Nothing with { Losing = new(1, [new(loss, 15)]) }, [], [])
        {
            Now = 300 * Second,
            Failures = [new(failure, null, 3, [new(at * Second, at * Second, 3)])],
        };
        return AkkaDiagnosis.Read(seen).Causes.Select(cause => cause.Kind);
    }

    private static ActorFailure Failure(string path, string type, string parent) =>
        new(path, type, "System.TimeoutException", "WriteMessageFailure") { Store = "shop.journal", Parent = parent };

    private static MessageLoss Undelivered(int stopped) =>
        Loss(AkkaLossReasons.Undelivered, "CartActor") with { StoppedAt = stopped * Second };

    private static MessageLoss Loss(string reason, string receiver) =>
        new(reason, Akka.Actor.ActorPath.Parse("akka://shop/user/gone"), receiver, "Order", "OrderActor");
}
