namespace AkkaInstrumentation.Tests;

/// <summary>Findings that are alike are one row of the timeline.</summary>
public sealed class TimelineSpec
{
    private static readonly DateTime Noon = new(2026, 1, 2, 12, 0, 0, DateTimeKind.Utc);

    [Fact]
    public void Many_actors_of_one_type_in_the_same_trouble_are_one_row_with_a_count()
    {
        var late = Enumerable.Range(0, 90).Select(i => Finding("late", "Clerk", $"/user/clerks/{i}", began: i, ended: i + 20)).ToList();
        var row = Assert.Single(FindingView.Group([.. late]));
        Assert.Equal((90, "/user/clerks/0", Noon, Noon.AddSeconds(109), "degraded"), (row.Count, row.Subject, row.StartedAt, row.EndedAt, row.Level));

        row = Assert.Single(FindingView.Group([late[0] with { EndedAt = null, IsUnhealthy = true }, .. late]));
        Assert.Equal((91, null, "unhealthy"), (row.Count, row.EndedAt, row.Level));
    }

    [Fact]
    public void A_trouble_that_comes_again_after_a_minute_is_another_row_and_the_latest_is_first()
    {
        var rows = FindingView.Group(
            [Finding("late", "Clerk", "/user/a", began: 200, ended: 210), Finding("late", "Clerk", "/user/a", began: 69, ended: 80), Finding("late", "Clerk", "/user/a", began: 0, ended: 10)]);
        Assert.Equal([(200, 1), (0, 2)], rows.Select(row => ((row.StartedAt - Noon).TotalSeconds, row.Count)));
    }

    [Fact]
    public void Other_types_kinds_dispatchers_and_lost_messages_are_rows_of_their_own()
    {
        AkkaFinding[] all =
        [
            Finding("late", "Clerk", "/user/a"), Finding("late", "Bank", "/user/b"), Finding("growing", "Clerk", "/user/a"),
            Finding("starved", "", "one-dispatcher"), Finding("starved", "", "other-dispatcher"),
            Finding("lost", "Clerk", "/user/a") with { Description = "12 Form lost in 60 s: no handler takes it" },
            Finding("lost", "Clerk", "/user/a") with { Description = "900 Bill lost in 60 s: no handler takes it" },
        ];
        Assert.Equal(all.Length, FindingView.Group(all).Count);
        Assert.Equal(all.Length, FindingView.Group([.. all, all[5] with { Description = "99 Form lost in 60 s: no handler takes it" }]).Count);
    }

    /// <summary>512 clerks without a thread, of which each look names the 100 worst, and other ones each time.</summary>
    [Fact]
    public async Task A_starved_pool_of_hundreds_is_one_row()
    {
        await using var host = await DashboardHost.Open();
        var findings = host.Lease.Kept!.Findings;
        for (var look = 0; look < 20; look++)
        {
            var late = Enumerable.Range(0, 512).Select(i => new LateActor($"/user/clerks/{i}", "Clerk", 5 + ((i + (look * 25)) % 512), 10)).ToList();
            var found = new SystemFindings(Findings<GrowingMailbox>.None, Findings<LateActor>.From(late, actor => actor.Seconds),
                Findings<BlockingActor>.None, Findings<Repeated<ActorRestart>>.None, []);
            findings.Look(host.Extension, SystemHealth.From(found, new()));
        }

        Assert.True(findings.Timeline.Count >= FindingTracker.MaxAlike);
        var row = Assert.Single((await host.Get("timeline")).GetProperty("findings").EnumerateArray());
        Assert.Equal(("late", "Clerk"), (row.GetProperty("kind").GetString(), row.GetProperty("actorType").GetString()));
        Assert.True(row.GetProperty("count").GetInt32() > FindingTracker.MaxAlike);
    }

    /// <summary>The findings of one type are limited, and their oldest leave. What they are together began when it began.</summary>
    [Fact]
    public async Task The_begin_does_not_move_however_often_it_begins_again()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var (findings, growing) = (new FindingTracker(), Nothing with { Growing = new(1, [new("/user/a", "Clerk", 1_000, 1)]) });
        var began = Look(growing)[0].StartedAt;
        for (var again = 0; again < 300; again++)
        {
            Look(Nothing);
            Look(growing);
        }

        Assert.Equal(FindingTracker.MaxAlike, findings.Timeline.Count);
        var row = Assert.Single(FindingView.Group(findings.Timeline));
        Assert.Equal((began.UtcDateTime, 301, null), (row.StartedAt, row.Count, row.EndedAt));

        IReadOnlyList<AkkaFinding> Look(SystemFindings found) => findings.Look(system.Extension, SystemHealth.From(found, new()));
    }

    [Fact]
    public void The_first_screen_has_what_ended_in_the_last_five_minutes_the_latest_first()
    {
        AkkaFinding[] all =
        [
            Finding("late", "Goes on", "/user/a") with { EndedAt = null },
            Finding("late", "Long ago", "/user/b", began: 0, ended: 10),
            Finding("late", "Clerk", "/user/c", began: 100, ended: 167) with { Worst = "it was worse", Size = 2 },
            Finding("late", "Bank", "/user/d", began: 100, ended: 168),
        ];
        var ended = FindingView.EndedLately(all, Noon.AddSeconds(10 + 300));
        Assert.Equal([("Bank", "it was so", 68), ("Clerk", "it was worse", 67)],
            ended.Select(one => (one.ActorType, one.Description, (int)(one.EndedAt!.Value - one.StartedAt).TotalSeconds)));
    }

    private static SystemFindings Nothing { get; } = new(
        Findings<GrowingMailbox>.None, Findings<LateActor>.None, Findings<BlockingActor>.None, Findings<Repeated<ActorRestart>>.None, []);

    private static AkkaFinding Finding(string kind, string actor, string path, int began = 0, int ended = 5) => new()
    {
        Kind = kind, ActorType = actor, Subject = path, Description = "it was so", StartedAt = Noon.AddSeconds(began),
            EndedAt = Noon.AddSeconds(ended),
    };
}
