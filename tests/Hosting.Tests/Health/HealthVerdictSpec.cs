using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace AkkaInstrumentation.Tests.Health;

/// <summary>Which findings make an actor system degraded and unhealthy, and what the result says of them.</summary>
public sealed class HealthVerdictSpec
{
    private static readonly SystemFindings Nothing = new(
        Findings<GrowingMailbox>.None, Findings<LateActor>.None, Findings<BlockingActor>.None, Findings<RestartingActor>.None, []);

    [Fact]
    public void Nothing_found_is_healthy_and_says_nothing()
    {
        var result = Of(Nothing);
        Assert.Equal(HealthStatus.Healthy, result.Status);
        Assert.Null(result.Description);
        Assert.Empty(result.Data);
    }

    [Theory]
    [InlineData(1_000, HealthStatus.Degraded)]
    [InlineData(99_999, HealthStatus.Degraded)]
    [InlineData(100_000, HealthStatus.Unhealthy)]
    public void A_growing_mailbox_is_degraded_and_from_a_depth_on_unhealthy(int depth, HealthStatus status) =>
        Assert.Equal(status, Of(Nothing with { Growing = new(1, [new("/user/a", "A", depth, 3)]) }).Status);

    [Theory]
    [InlineData(30, HealthStatus.Degraded)]
    [InlineData(299.9, HealthStatus.Degraded)]
    [InlineData(300, HealthStatus.Unhealthy)]
    public void An_old_message_is_degraded_and_from_an_age_on_unhealthy(double seconds, HealthStatus status) =>
        Assert.Equal(status, Of(Nothing with { Late = new(1, [new("/user/a", "A", seconds, 3)]) }).Status);

    [Theory]
    [InlineData(2, HealthStatus.Degraded)]
    [InlineData(59.9, HealthStatus.Degraded)]
    [InlineData(60, HealthStatus.Unhealthy)]
    public void A_blocking_handler_is_degraded_and_from_a_time_on_unhealthy(double seconds, HealthStatus status) =>
        Assert.Equal(status, Of(Nothing with { Blocking = new(1, [new("/user/a", "A", "M", seconds)]) }).Status);

    [Theory]
    [InlineData(3, HealthStatus.Degraded)]
    [InlineData(9, HealthStatus.Degraded)]
    [InlineData(10, HealthStatus.Unhealthy)]
    public void A_restarting_actor_is_degraded_and_from_a_number_on_unhealthy(int restarts, HealthStatus status) =>
        Assert.Equal(status, Of(Nothing with { Restarting = new(1, [new("/user/a", "A", restarts)]) }).Status);

    [Fact]
    public void Without_a_threshold_nothing_is_unhealthy()
    {
        var options = new AkkaHealthCheckOptions
        {
            UnhealthyMailboxDepth = null, UnhealthyMessageAge = null, UnhealthyBlockingTime = null, UnhealthyRestarts = null,
        };
        Assert.Equal(HealthStatus.Degraded, Of(Everything(), options).Status);
    }

    [Fact]
    public void The_worst_of_all_decides_and_the_text_counts_each()
    {
        var result = Of(Everything() with { Growing = new(2, [new("/user/a", "A", 1_000, 3), new("/user/b", "A", 999, 3)]) });
        Assert.Equal(HealthStatus.Unhealthy, result.Status);
        Assert.Equal(
            "Actor system shop: mailboxes grow: 2, actors have old messages: 1, handlers block their threads: 1, actors restart too often: 1.",
            result.Description);
    }

    [Fact]
    public void The_data_name_the_worst_actors_up_to_the_limit_and_count_all()
    {
        var many = Enumerable.Range(1, 500).Select(i => new LateActor($"/user/{i}", "A", i, 7)).ToList();
        var result = Of(Nothing with { Late = Findings<LateActor>.Of(many, actor => actor.Seconds) }, new() { MaxNamedActors = 2 });
        Assert.Equal(500, result.Data["late.count"]);
        Assert.Equal(
            new[] { "/user/500 (A): the oldest message has waited 500 s, 7 wait", "/user/499 (A): the oldest message has waited 499 s, 7 wait" },
            result.Data["late"]);
    }

    [Fact]
    public void Each_kind_has_its_text()
    {
        var data = Of(Everything()).Data;
        Assert.Equal(new[] { "/user/g (G): 200000 messages wait, 12.5 more each second" }, data["growing"]);
        Assert.Equal(new[] { "/user/l (L): the oldest message has waited 400 s, 2 wait" }, data["late"]);
        Assert.Equal(new[] { "/user/b (B): M blocks for 61 s" }, data["blocking"]);
        Assert.Equal(new[] { "/user/r (R): 11 restarts in 60 s" }, data["restarting"]);
    }

    [Fact]
    public void The_failure_status_replaces_unhealthy_only()
    {
        Assert.Equal(HealthStatus.Degraded, HealthVerdict.Of("shop", Everything(), new(), HealthStatus.Degraded).Status);
        var growing = Nothing with { Growing = new(1, [new("/user/a", "A", 1, 1)]) };
        Assert.Equal(HealthStatus.Degraded, HealthVerdict.Of("shop", growing, new(), HealthStatus.Unhealthy).Status);
    }

    [Fact]
    public void What_was_not_checked_is_in_the_data_and_changes_nothing()
    {
        var result = Of(Nothing with { Unchecked = ["this: for that reason"] });
        Assert.Equal(HealthStatus.Healthy, result.Status);
        Assert.Equal(new[] { "this: for that reason" }, result.Data["unchecked"]);
    }

    private static SystemFindings Everything() => new(
        new(1, [new("/user/g", "G", 200_000, 12.5)]),
        new(1, [new("/user/l", "L", 400, 2)]),
        new(1, [new("/user/b", "B", "M", 61)]),
        new(1, [new("/user/r", "R", 11)]),
        []);

    private static HealthCheckResult Of(SystemFindings found, AkkaHealthCheckOptions? options = null) =>
        HealthVerdict.Of("shop", found, options ?? new(), HealthStatus.Unhealthy);
}
