using System.Net;

namespace AkkaInstrumentation.Tests;

/// <summary>Changes of settings from the page.</summary>
public sealed class ChangesSpec
{
    [Fact]
    public async Task A_change_is_in_force_at_once_and_the_log_has_what_was_before()
    {
        await using var host = await DashboardHost.Open("akka.instrumentation.tracing.sampling.ratio = 0.25");
        using var response = await host.Change(new { ratio = 0.5, budget = 40 });
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);

        Assert.Equal(0.5, host.Extension.Control.SamplingRatio);
        Assert.Equal(40, host.Extension.Control.SamplingBudget);
        var settings = await host.Get("settings");
        Assert.Equal(0.5, settings.GetProperty("ratio").GetDouble());
        Assert.Contains(settings.GetProperty("settings").EnumerateArray(), setting =>
            setting.GetProperty("key").GetString() == "tracing.sampling.ratio" && setting.GetProperty("origin").GetString() == "run_time");
        Assert.Equal(
            [
                "Warning: tracing.sampling.ratio is 0.5, was 0.25 (HOCON); changed on the dashboard by somebody at 127.0.0.1.",
                "Warning: tracing.sampling.budget is 40, was off (reference.conf); changed on the dashboard by somebody at 127.0.0.1.",
            ],
            host.Log.Warnings);
    }

    [Fact]
    public async Task A_budget_of_zero_is_no_budget()
    {
        await using var host = await DashboardHost.Open("akka.instrumentation.tracing.sampling.budget = 5");
        using var response = await host.Change(new { budget = 0 });
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(double.PositiveInfinity, host.Extension.Control.SamplingBudget);
    }

    [Fact]
    public async Task A_path_is_traced_fully()
    {
        await using var host = await DashboardHost.Open();
        host.System.ActorOf((_, _) => { }, "one");
        using var response = await host.Change(new { traceFully = "/user/one" });
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);

        Assert.Contains((await host.Get("settings")).GetProperty("rules")
            .EnumerateArray(), rule => rule.GetString()!.Contains("trace-fully", StringComparison.Ordinal));
        Assert.Equal(AkkaTraceMode.Always, host.Extension.Insight.Answers.Explain("/user/one", typeof(string)).Trace);
        Assert.Equal(
            "Warning: /user/one is traced fully for 5 minutes, full traces before: none; started on the dashboard by somebody at 127.0.0.1.",
            Assert.Single(host.Log.Warnings));
    }

    [Fact]
    public async Task At_most_20_paths_are_traced_fully_at_once()
    {
        await using var host = await DashboardHost.Open();
        for (var i = 0; i < 20; i++)
        {
            using var response = await host.Change(new { traceFully = $"/user/{i}" });
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        }

        using var refused = await host.Change(new { traceFully = "/user/20", ratio = 0.5 });
        Assert.Equal(HttpStatusCode.Conflict, refused.StatusCode);
        Assert.Contains("20 full traces are in force", await refused.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.Equal(1, host.Extension.Control.SamplingRatio);
        Assert.Equal(AkkaTraceMode.Sampled, host.Extension.Insight.Answers.Explain("/user/20", typeof(string)).Trace);
        Assert.Equal(20, host.Log.Warnings.Count);
    }

    [Fact]
    public async Task A_full_trace_that_ends_makes_room_for_another_one()
    {
        await using var system = Systems.Instrumented();
        var control = AkkaInstrumentationExtension.For(system.System).Control;
        var traces = Enumerable.Range(0, 20).Select(i => control.TraceFully($"/user/{i}", TimeSpan.FromMinutes(5))).ToList();
        Assert.Throws<InvalidOperationException>(() => control.TraceFully("/user/20", TimeSpan.FromMinutes(5)));
        traces[7].Dispose();
        using var another = control.TraceFully("/user/20", TimeSpan.FromMinutes(5));
        Assert.Throws<InvalidOperationException>(() => control.TraceFully("/user/21", TimeSpan.FromMinutes(5)));
        traces.ForEach(trace => trace.Dispose());
    }

    [Theory]
    [InlineData("""{"ratio":2}""")]
    [InlineData("""{"ratio":0.5,"budget":-1}""")]
    [InlineData("""{"ratio":0.5,"traceFully":"no path"}""")]
    [InlineData("""{"budget":-1,"traceFully":"/user/one"}""")]
    [InlineData("""{"ratio":"much"}""")]
    [InlineData("""{"ratio":""")]
    [InlineData("[]")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("""{"ratios":0.5}""")]
    [InlineData("""{"ratio":0.5,"ratoi":0.1}""")]
    [InlineData("""{"undo":1,"ratio":0.5}""")]
    [InlineData("""{"traceFully":"/user/one\n[ERROR] forged"}""")]
    [InlineData("""{"traceFully":"/user/one\u001b[2J"}""")]
    [InlineData("""{"traceFully":"/user/\u202Eeno"}""")]
    public async Task A_wrong_change_changes_nothing(string change)
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Change(new { }, request => request.Content =
            new StringContent(change, System.Text.Encoding.UTF8, "application/json"));
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(1, host.Extension.Control.SamplingRatio);
        Assert.Equal(AkkaTraceMode.Sampled, host.Extension.Insight.Answers.Explain("/user/one", typeof(string)).Trace);
        Assert.Empty(host.Log.Warnings);
    }
}
