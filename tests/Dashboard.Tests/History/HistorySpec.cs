namespace AkkaInstrumentation.Tests;

/// <summary>What was before the page was opened. Alone, because messages are counted only while somebody listens, and listeners are global.</summary>
[Collection(Alone.Name)]
public sealed class HistorySpec
{
    [Fact]
    public async Task Messages_and_failures_from_before_the_first_look_are_in_the_first_answers()
    {
        await using var host = await DashboardHost.Open();
        var actor = host.System.ActorOf((_, message) =>
        {
            if (message is "fail")
            {
                throw new InvalidOperationException("broken");
            }
        });
        actor.Tell("fail", ActorRefs.NoSender);
        await Eventually.Passes(() =>
        {
            actor.Tell("work", ActorRefs.NoSender);
            Assert.NotEmpty(host.Lease.Kept!.ReadSteps(steps => steps[0].Read(steps[0].All)
                .Where(point => point is { PerSecond: > 0, Failures: > 0 }).ToList()));
        });

        Assert.Equal([5, 60], Steps(await host.Get("history")));
        Assert.Equal([5, 60, 300], Steps(await host.Get("history?day=on")));
        static IEnumerable<int> Steps(System.Text.Json.JsonElement history) =>
            history.GetProperty("steps").EnumerateArray().Select(steps => steps.GetProperty("step").GetInt32());
        var history = await host.Get("history?type=Handler");
        Assert.Contains(history.GetProperty("steps")[0].GetProperty("perSecond").EnumerateArray(), point => point.GetDouble() > 0);
        Assert.Equal([5, 60], history.GetProperty("steps").EnumerateArray().Select(steps => steps.GetProperty("step").GetInt32()));
        var overview = await host.Get("overview");
        Assert.Equal(1, overview.GetProperty("figures").GetProperty("recentFailures").GetInt64());
        var row = overview.GetProperty("actors").EnumerateArray().Single();
        Assert.True(row.GetProperty("messages").GetInt64() > 0);
    }

    [Fact]
    public async Task A_block_from_before_the_first_look_is_in_the_timeline_with_its_end()
    {
        await using var host = await DashboardHost.Open("akka.instrumentation.blocking.threshold = 50ms");
        using var hold = new Hold();
        host.System.ActorOf((_, _) => hold.Pass(), "holds").Tell("work", ActorRefs.NoSender);
        await Eventually.Passes(() => Assert.Single(host.Lease.Kept!.Findings.Timeline));
        hold.Release();
        await Eventually.Passes(() => Assert.NotNull(host.Lease.Kept!.Findings.Timeline.Single().EndedAt));

        var finding = (await host.Get("timeline")).GetProperty("findings").EnumerateArray().Single();
        Assert.Equal(("blocking", "/user/holds"), (finding.GetProperty("kind").GetString(), finding.GetProperty("subject").GetString()));
        Assert.True(finding.GetProperty("endedAt").GetDateTime() >= finding.GetProperty("startedAt").GetDateTime());
    }

    [Fact]
    public async Task The_history_of_an_unknown_type_is_not_there()
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Client.GetAsync("api/v1/history?type=Nobody");
        Assert.Equal(System.Net.HttpStatusCode.NotFound, response.StatusCode);
    }
}
