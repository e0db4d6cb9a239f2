namespace AkkaInstrumentation.Tests.Health;

/// <summary>Which findings make an actor system degraded and unhealthy, and what the result reports about them.</summary>
public sealed class HealthVerdictSpec
{
    [Fact]
    public void Without_a_threshold_nothing_is_unhealthy()
    {
        var options = new AkkaHealthCheckOptions
        {
            UnhealthyMailboxDepth = int.MaxValue, UnhealthyMessageAge = Timeout.InfiniteTimeSpan, UnhealthyBlockingTime =
                Timeout.InfiniteTimeSpan, UnhealthyRestarts = int.MaxValue,
        };
        Assert.Equal(HealthStatus.Degraded, Of(Everything(), options).Status);
    }

    [Theory]
    [InlineData("growing")]
    [InlineData("late")]
    [InlineData("blocking")]
    [InlineData("restarting")]
    public void One_at_its_threshold_is_unhealthy_and_one_below_it_is_not(string kind)
    {
        var found = Only(kind, Everything());
        Assert.Equal(HealthStatus.Unhealthy, Of(found, Above(0)).Status);
        Assert.Equal(HealthStatus.Degraded, Of(found, Above(1)).Status);

        static SystemFindings Only(string kind, SystemFindings all) => kind switch
        {
            "growing" => Found.Nothing with { Growing = all.Growing },
            "late" => Found.Nothing with { Late = all.Late },
            "blocking" => Found.Nothing with { Blocking = all.Blocking },
            _ => Found.Nothing with { Restarting = all.Restarting },
        };

        static AkkaHealthCheckOptions Above(int more) => new()
        {
            UnhealthyMailboxDepth = 200_000 + more,
            UnhealthyMessageAge = TimeSpan.FromSeconds(400 + more),
            UnhealthyBlockingTime = TimeSpan.FromSeconds(61 + more),
            UnhealthyRestarts = 11 + more,
        };
    }

    [Fact]
    public void The_worst_of_all_decides_and_the_text_counts_each()
    {
        var result = Of(Everything() with { Growing = new(2, [new("/user/a", "A", 1_000, 3), new("/user/b", "A", 999, 3)]) });
        Assert.Equal(HealthStatus.Unhealthy, result.Status);
        Assert.Equal(
            "Actor system shop: 1 lost node, 1 blocked thread, 1 starved dispatcher, 2 mailboxes with a backlog, 1 actor with old messages, 1 message type is being lost, 1 actor restarts too often, 1 kind of failure repeats.",
            result.Description);
    }

    [Fact]
    public void The_data_name_the_worst_actors_up_to_the_limit_and_count_all()
    {
        var many = Enumerable.Range(1, 500).Select(i => new LateActor($"/user/{i}", "A", i, 7)).ToList();
        var result = Of(Found.Nothing with { Late = Findings<LateActor>.From(many, actor => actor.Seconds) }, new() { MaxNamedActors = 2 });
        Assert.Equal(500, result.Data["late.count"]);
        Assert.Equal(
            new[] { "/user/500 (A): the oldest message has waited 8 min 20 s, 7 wait", "/user/499 (A): the oldest message has waited 8 min 19 s, 7 wait" },
            result.Data["late"]);
    }

    [Fact]
    public void Each_kind_has_its_text()
    {
        var data = Of(Everything()).Data;
        Assert.Equal(new[] { "/user/g (G): 200000 messages wait, 12.5 more each second" }, data["growing"]);
        Assert.Equal(new[] { "/user/l (L): the oldest message has waited 6 min 40 s, 2 wait" }, data["late"]);
        Assert.Equal(new[] { "/user/b (B): M blocks for 61 s" }, data["blocking"]);
        Assert.Equal(new[] { "/user/r (R): 11 restarts in 60 s" }, data["restarting"]);
        Assert.Equal(new[] { "/user/f (F): 12 failures in 60 s: Shop.Broken" }, data["failing"]);
        Assert.Equal(new[] { "/user/x (X): 13 M lost in 60 s: the mailbox is full" }, data["lost"]);
        Assert.Equal(new[] { "akka.actor.default-dispatcher: starved for 14 of the last 60 s (p95 delay over 100 ms)" },
            data["starved"]);
        Assert.Equal(new[] { "akka.tcp://shop@there:1: downed and removed from the cluster 2 times in 5 minutes" }, data["lost_node"]);
    }

    [Theory]
    [InlineData(0.3, "0.3 more each second")]
    [InlineData(0.04, "no longer growing")]
    [InlineData(0, "no longer growing")]
    [InlineData(-0.04, "no longer growing")]
    [InlineData(-300, "300 fewer each second")]
    public void A_deep_mailbox_shows_whether_it_still_grows(double perSecond, string trend)
    {
        var result = Of(Found.Nothing with { Growing = new(1, [new("/user/g", "G", 2_849, perSecond)]) });
        Assert.Equal(new[] { $"/user/g (G): 2849 messages wait, {trend}" }, result.Data["growing"]);
    }

    [Fact]
    public void A_growing_stash_is_told_from_a_mailbox()
    {
        var result = Of(Found.Nothing with { Growing = new(1, [new("/user/g", "G", 12_800, 98) { Stashed = 12_765 }]) });
        Assert.Equal(new[] { "/user/g (G): 12800 messages wait (12765 in the stash), 98 more each second" }, result.Data["growing"]);
    }

    /// <summary>A job may take hours. A restart of the process would only begin it again.</summary>
    [Fact]
    public void A_handler_that_awaits_for_long_is_degraded_and_never_unhealthy()
    {
        var work = new AkkaMessageAtWork
        {
            ActorPath = "/user/a", ActorType = "A", MessageType = "M", State = AkkaWorkState.Awaiting, StartedAt =
                DateTime.UnixEpoch, WorkTime = TimeSpan.FromSeconds(80_000), SenderPath = "/user/s",
        };
        var result = Of(Found.Nothing with { Awaiting = new(1, [work]) });
        Assert.Equal(HealthStatus.Degraded, result.Status);
        Assert.Equal(new[] { "/user/a (A): M has awaited for 22 h 13 min, sent by /user/s" }, result.Data["awaiting"]);
    }

    [Fact]
    public void The_failure_status_replaces_unhealthy_only()
    {
        Assert.Equal(HealthStatus.Degraded, HealthResult.Create("shop", Everything(), new(), HealthStatus.Degraded).Status);
        var growing = Found.Nothing with { Growing = new(1, [new("/user/a", "A", 1, 1)]) };
        Assert.Equal(HealthStatus.Degraded, HealthResult.Create("shop", growing, new(), HealthStatus.Unhealthy).Status);
    }

    [Fact]
    public void Failures_and_lost_messages_are_unhealthy_only_where_a_threshold_says_so()
    {
        var found = Found.Nothing with { Failing = Everything().Failing, Losing = Everything().Losing };
        Assert.Equal(HealthStatus.Degraded, Of(found).Status);
        Assert.Equal(HealthStatus.Unhealthy, Of(found, new() { UnhealthyFailures = 12 }).Status);
        Assert.Equal(HealthStatus.Unhealthy, Of(found, new() { UnhealthyLostMessages = 13 }).Status);
    }

    private static SystemFindings Everything() => new(
        new(1, [new("/user/g", "G", 200_000, 12.5)]),
        new(1, [new("/user/l", "L", 400, 2)]),
        new(1, [new("/user/b", "B", "M", 61)]),
        new(1, [new(new("/user/r", "R"), 11)]),
        [])
    {
        Failing = new(1, [new(new("/user/f", "F", "Shop.Broken", "M"), 12)]),
        Losing = new(1, [new(new("dropped", new RootActorPath(Address.AllSystems) / "user" / "x", "X", "M", "S"), 13)]),
        Starved = new(1, [new(new("akka.actor.default-dispatcher"), 14)]),
        LostNodes = new(1, [new(new("akka.tcp://shop@there:1"), 2)]),
    };

    private static HealthCheckResult Of(SystemFindings found, AkkaHealthCheckOptions? options = null) =>
        HealthResult.Create("shop", found, options ?? new(), HealthStatus.Unhealthy);
}
