using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging.Abstractions;

namespace AkkaInstrumentation.Tests;

/// <summary>Changes on the dashboard are listed and taken back.</summary>
public sealed class UndoSpec
{
    [Fact]
    public async Task A_setting_gets_its_value_back_and_the_log_says_who_did_it()
    {
        await using var host = await DashboardHost.Open("akka.instrumentation.tracing.sampling.ratio = 0.25");
        using var change = await host.Change(new { ratio = 0.5 });
        var made = Assert.Single(Changes(host));
        Assert.Equal("1 tracing.sampling.ratio is 0.5, was 0.25 (HOCON) by somebody at 127.0.0.1, True", made);

        using var undo = await host.Change(new { undo = 1 });
        Assert.Equal(HttpStatusCode.OK, undo.StatusCode);
        Assert.Equal(0.25, host.Extension.Control.SamplingRatio);
        Assert.Equal("Warning: tracing.sampling.ratio is 0.25, was 0.5 (run_time); changed on the dashboard by somebody at 127.0.0.1.",
            host.Log.Warnings.Last());
        Assert.Equal(["2 tracing.sampling.ratio is 0.25, was 0.5 (run_time) by somebody at 127.0.0.1, True",
            made.Replace("True", "False", StringComparison.Ordinal)], Changes(host));
        Assert.Equal(2, (await host.Get("timeline")).GetProperty("changes").GetArrayLength());
    }

    [Fact]
    public async Task An_adaptive_ratio_and_no_budget_come_back()
    {
        await using var host = await DashboardHost.Open("akka.instrumentation.tracing.sampling.ratio = adaptive");
        using var change = await host.Change(new { ratio = 0.5, budget = 40 });
        using var ratio = await host.Change(new { undo = 1 });
        using var budget = await host.Change(new { undo = 2 });
        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.OK), (ratio.StatusCode, budget.StatusCode));
        Assert.Equal("adaptive", host.Extension.Control.Configuration["tracing.sampling.ratio"].Value);
        Assert.Equal(double.PositiveInfinity, host.Extension.Control.SamplingBudget);
    }

    [Fact]
    public async Task What_was_changed_again_or_is_unknown_cannot_be_undone()
    {
        await using var host = await DashboardHost.Open();
        using var first = await host.Change(new { ratio = 0.5 });
        host.Extension.Control.Change("tracing.sampling.ratio = 0.125");
        Assert.EndsWith("False", Assert.Single(Changes(host)), StringComparison.Ordinal);
        foreach (var id in new[] { 1, 0, -1, 99 })
        {
            using var undo = await host.Change(new { undo = id });
            Assert.Equal(HttpStatusCode.Conflict, undo.StatusCode);
        }

        Assert.Equal(0.125, host.Extension.Control.SamplingRatio);
    }

    [Fact]
    public async Task A_full_trace_ends_once()
    {
        await using var host = await DashboardHost.Open();
        host.System.ActorOf((_, _) => { }, "one");
        using var change = await host.Change(new { traceFully = "/user/one" });
        Assert.Equal(AkkaTraceMode.Always, host.Extension.Insight.Answers.Explain("/user/one", typeof(string)).Trace);

        using var undo = await host.Change(new { undo = 1 });
        Assert.Equal(HttpStatusCode.OK, undo.StatusCode);
        Assert.Equal(AkkaTraceMode.Sampled, host.Extension.Insight.Answers.Explain("/user/one", typeof(string)).Trace);
        Assert.Equal("Warning: /user/one is no longer traced fully; ended on the dashboard by somebody at 127.0.0.1.", host.Log.Warnings.Last());

        using var again = await host.Change(new { undo = 1 });
        Assert.Equal(HttpStatusCode.Conflict, again.StatusCode);
    }

    /// <summary>A setting in even rounds, a full trace in odd ones.</summary>
    [Fact]
    public async Task Of_viewers_who_undo_a_change_at_once_one_does()
    {
        await using var host = await DashboardHost.Open();
        var settings = new SettingsChange(host.Extension.Control, host.Changes, NullLogger.Instance);
        using var together = new Barrier(2);
        for (var round = 0; round < 200; round++)
        {
            settings.Make(round % 2 == 0 ? new ChangeRequest(Budget: round + 1) : new ChangeRequest(TraceFully: "/user/one"), "Ada");
            var id = host.Changes.Latest[0].Id;
            var viewers = Enumerable.Range(0, 2).Select(_ => Task.Factory.StartNew(() => Undo(id), TaskCreationOptions.LongRunning));
            var undone = await Eventually.Within(Task.WhenAll(viewers));
            Assert.Equal(1, undone.Sum());
            Assert.Equal(id + 1, host.Changes.Latest[0].Id);
        }

        int Undo(int id)
        {
            together.SignalAndWait();
            try
            {
                return settings.Make(new ChangeRequest(Undo: id), "Ada").Count;
            }
            catch (InvalidOperationException)
            {
                return 0;
            }
        }
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(4.9, true)]
    [InlineData(5, false)]
    public async Task A_full_trace_can_be_ended_for_five_minutes_whatever_the_clock_is_set_to(double minutes, bool canUndo)
    {
        await using var host = await DashboardHost.Open();
        foreach (var hours in new[] { -24, 0, 24 })
        {
            var time = new MovedClock();
            var changes = new MadeChanges(time);
            changes.Add(
                "Ada", "/user/one is traced fully",
                running: new("/user/one is traced fully", "/user/one is no longer traced fully", TimeSpan.FromMinutes(5), new MemoryStream()));
            time.Move(TimeSpan.FromMinutes(minutes), TimeSpan.FromHours(hours));
            Assert.Equal(canUndo, changes.Latest[0].CanUndo(host.Extension.Control.Configuration));
        }
    }

    [Fact]
    public async Task Of_many_changes_the_latest_are_kept()
    {
        await using var host = await DashboardHost.Open();
        for (var i = 1; i <= 2 * MadeChanges.MaxKept; i++)
        {
            using var change = await host.Change(new { budget = i });
        }

        Assert.Equal(MadeChanges.MaxKept, Changes(host).Count);
        Assert.StartsWith($"{2 * MadeChanges.MaxKept} tracing.sampling.budget is {2 * MadeChanges.MaxKept},",
            Changes(host)[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_may_change_nothing_sees_no_names_and_undoes_nothing()
    {
        await using var host = await DashboardHost.Start(dashboard => dashboard.AllowAnonymous());
        host.Changes.Add("Ada at 10.0.0.1", "the ratio is 0.5", "tracing.sampling.ratio", "0.5", "adaptive");
        Assert.Equal("1 the ratio is 0.5 by , False", Assert.Single(Changes(host)));
        using var undo = await host.Change(new { undo = 1 });
        Assert.Equal(HttpStatusCode.Forbidden, undo.StatusCode);
    }

    private sealed class MovedClock : TimeProvider
    {
        private DateTimeOffset _now = DateTimeOffset.UtcNow;
        private long _ticks;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override DateTimeOffset GetUtcNow() => _now;

        public override long GetTimestamp() => _ticks;

        public void Move(TimeSpan passed, TimeSpan set) => (_now, _ticks) = (_now + passed + set, _ticks + passed.Ticks);
    }

    private static List<string> Changes(DashboardHost host) =>
    [
        .. host.Now("settings").GetProperty("changes").EnumerateArray().Select(change =>
            $"{change.GetProperty("id")} {change.GetProperty("what")} by {change.GetProperty("who")}, {change.GetProperty("canUndo")}"),
    ];
}
