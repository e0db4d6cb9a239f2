using System.Net;
using Akka.Event;

namespace AkkaInstrumentation.Tests;

/// <summary>The log level of one actor on the page and in the read API.</summary>
public sealed class LogLevelSpec
{
    [Fact]
    public async Task An_actor_logs_at_debug_for_five_minutes_and_that_can_be_undone()
    {
        var filter = new AkkaLogLevelFilter(LogLevel.ErrorLevel);
        await using var host = await DashboardHost.Open("akka.loglevel = DEBUG", setup: new LogFilterBuilder().Add(filter).Build());
        Assert.True((await host.Get("settings")).GetProperty("canDebug").GetBoolean());
        Assert.Equal(LogFilterDecision.Drop, Line(filter, "one"));

        using var change = await host.Change(new { debugLines = "/user/one" });
        Assert.Equal(HttpStatusCode.OK, change.StatusCode);
        Assert.Equal("""{"changes":["/user/one logs at debug for 5 minutes"]}""", await change.Content.ReadAsStringAsync());
        Assert.Equal((LogFilterDecision.NoDecision, LogFilterDecision.Drop), (Line(filter, "one"), Line(filter, "two")));
        Assert.Equal("Warning: /user/one logs at debug for 5 minutes; started on the dashboard by somebody at 127.0.0.1.", host.Log.Warnings.Last());
        var level = Assert.Single((await host.Get("settings")).GetProperty("logLevels").EnumerateArray());
        Assert.Equal(("/user/one", "debug", 999),
            (level.GetProperty("path").GetString(), level.GetProperty("level").GetString(), level.GetProperty("lines").GetInt32()));
        Assert.InRange(level.GetProperty("seconds").GetDouble(), 1, 300);

        using var undo = await host.Change(new { undo = 1 });
        Assert.Equal("""{"changes":["/user/one no longer logs at debug"]}""", await undo.Content.ReadAsStringAsync());
        Assert.Equal(LogFilterDecision.Drop, Line(filter, "one"));
        Assert.Empty((await host.Get("settings")).GetProperty("logLevels").EnumerateArray());
    }

    [Fact]
    public async Task Without_the_filter_the_page_does_not_offer_it_and_a_request_is_refused()
    {
        await using var host = await DashboardHost.Open();
        Assert.False((await host.Get("settings")).GetProperty("canDebug").GetBoolean());
        using var change = await host.Change(new { debugLines = "/user/one" });
        Assert.Equal(HttpStatusCode.Conflict, change.StatusCode);
        Assert.Contains("AkkaLogLevelFilter", await change.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    /// <summary>All or nothing.</summary>
    [Fact]
    public async Task A_wrong_setting_beside_it_changes_nothing()
    {
        var filter = new AkkaLogLevelFilter();
        await using var host = await DashboardHost.Open("akka.loglevel = DEBUG", setup: new LogFilterBuilder().Add(filter).Build());
        using var change = await host.Change(new { debugLines = "/user/one", traceFully = "/user/one", ratio = 7 });
        Assert.Equal(HttpStatusCode.BadRequest, change.StatusCode);
        Assert.Empty(filter.Levels);
        using var path = await host.Change(new { debugLines = "no path" });
        Assert.Equal(HttpStatusCode.BadRequest, path.StatusCode);
    }

    private static LogFilterDecision Line(AkkaLogLevelFilter filter, string actor) =>
        filter.ShouldKeepMessage(new Akka.Event.Debug($"akka://shop/user/{actor}", typeof(object), "line"));
}
