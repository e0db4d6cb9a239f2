using System.Text.Json;
using Microsoft.Extensions.DependencyInjection;

namespace AkkaInstrumentation.Tests;

/// <summary>The status is the health check's verdict, also about what began before anybody looked.</summary>
[Collection(Alone.Name)]
public sealed class StatusSpec
{
    [Fact]
    public async Task A_system_without_trouble_is_healthy_by_the_health_check()
    {
        await using var host = await DashboardHost.Open(services: services => Check(services));
        var status = await host.Get("status");
        Assert.Equal(("healthy", "akka"), (Text(status, "health"), Text(status, "check")));
        Assert.Empty(status.GetProperty("troubles").EnumerateArray());
        Assert.Empty(status.GetProperty("unchecked").EnumerateArray());
        Assert.True(status.GetProperty("historyKept").GetBoolean());

        var node = status.GetProperty("node");
        Assert.Equal((host.System.Name, Environment.MachineName, Environment.ProcessId),
            (Text(node, "system"), Text(node, "machine"), node.GetProperty("processId").GetInt32()));
        Assert.Equal($"akka://{host.System.Name}", Text(node, "address"));
        Assert.True(node.GetProperty("startedAt").GetDateTime() < status.GetProperty("now").GetDateTime());
        await Eventually.Passes(() =>
        {
            var process = host.Now("status").GetProperty("process");
            Assert.True(process.GetProperty("processors").GetDouble() > 0);
            Assert.True(process.GetProperty("workingSetBytes").GetInt64() > 0);
        });
    }

    /// <summary>No exporter is needed for that, and no setting of the application's.</summary>
    [Fact]
    public async Task Asks_that_time_out_are_known_in_a_system_without_other_nodes()
    {
        await using var host = await DashboardHost.Open(Systems.SeesAsks);
        var silent = host.System.ActorOf((_, _) => { }, "silent");
        for (var i = 0; i < 12; i++)
        {
            await Assert.ThrowsAsync<AskTimeoutException>(() => silent.Ask<string>("question", TimeSpan.FromMilliseconds(10)));
        }

        await Eventually.Passes(() =>
        {
            Assert.Empty(host.Now("status").GetProperty("unchecked").EnumerateArray());
            var cause = Assert.Single(host.Now("diagnosis").GetProperty("causes").EnumerateArray(), cause => Text(cause, "kind") == "ask_timeout");
            Assert.Equal("/user/silent", Text(cause, "subject"));
        });
    }

    [Fact]
    public async Task Without_a_health_check_the_default_thresholds_apply_and_the_status_shows_it()
    {
        await using var host = await DashboardHost.Open();
        var status = await host.Get("status");
        Assert.Equal(("healthy", JsonValueKind.Null), (Text(status, "health"), status.GetProperty("check").ValueKind));
    }

    [Fact]
    public async Task A_system_that_is_not_instrumented_is_not_called_healthy()
    {
        await using var plain = Systems.Plain();
        await using var host = await DashboardHost.Open(services: services => services.AddSingleton<ActorSystem>(_ => plain.System));
        using var response = await host.Client.GetAsync("api/v1/status");
        Assert.Equal(System.Net.HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.Contains("WithInstrumentation()", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.False(plain.System.HasExtension<AkkaInstrumentationExtension>());
    }

    [Fact]
    public async Task A_system_that_has_ended_is_unhealthy_and_what_was_before_can_still_be_read()
    {
        await using var host = await DashboardHost.Open(services: services => Check(services));
        await host.Get("status");
        await host.System.System.Terminate();
        await Eventually.Passes(() =>
        {
            var status = host.Now("status");
            Assert.Equal("unhealthy", Text(status, "health"));
            Assert.Equal("ended", Text(status.GetProperty("troubles")[0], "kind"));
        });
        foreach (var question in new[] { "diagnosis", "history", "failures", "overview", "flow",
            "mailboxes", "traces", "dispatchers", "lost", "logs", "settings" })
        {
            using var response = await host.Client.GetAsync($"api/v1/{question}");
            Assert.True(response.IsSuccessStatusCode, $"{question}: {response.StatusCode}");
        }

        using var actors = await host.Client.GetAsync("api/v1/actors");
        Assert.True((int)actors.StatusCode < 500, $"{actors.StatusCode}");
    }

    [Fact]
    public async Task A_block_in_progress_is_in_the_first_answer()
    {
        await using var host = await DashboardHost.Open("akka.instrumentation.blocking.threshold = 50ms", services => Check(services));
        using var hold = new Hold();
        host.System.ActorOf((_, _) => hold.Pass(), "holds").Tell("work", ActorRefs.NoSender);
        await Eventually.Passes(() => Assert.Equal(1, host.Extension.Insight.Watched.Blocking.Count));

        var status = await host.Get("status");
        Assert.Equal("degraded", Text(status, "health"));
        var trouble = status.GetProperty("troubles").EnumerateArray().Single();
        Assert.Equal(
            ("blocking", "degraded", "Handler", "/user/holds", "String"),
            (Text(trouble, "kind"), Text(trouble, "level"), Text(trouble, "actorType"), Text(trouble, "subject"), Text(trouble, "messageType")));
        Assert.StartsWith($"thread {hold.Thread}", Text(trouble, "detail"), StringComparison.Ordinal);
        Assert.True(trouble.GetProperty("durationSeconds").GetDouble() >= 0.05);
    }

    [Fact]
    public async Task Of_more_troubles_than_are_listed_the_number_is_that_of_all_everywhere()
    {
        await using var host = await DashboardHost.Open();
        for (var i = 0; i < 25; i++)
        {
            host.System.ActorOf(Handler.Fallible).TellTimes(3, "fail");
        }

        await Eventually.Passes(() =>
        {
            var status = host.Now("status");
            Assert.Equal(26, status.GetProperty("count").GetInt32());
            Assert.Equal(["25 actors restart too often", "1 kind of failure repeats"],
                status.GetProperty("counts").EnumerateArray().Select(count => Text(count, "description")));
            var troubles = status.GetProperty("troubles").EnumerateArray().ToList();
            Assert.Equal(20, troubles.Count);
            Assert.Equal([("restarting", 25), ("failing", 1)],
                troubles.Select(trouble => (Text(trouble, "kind"), trouble.GetProperty("count").GetInt32())).Distinct());
            Assert.Equal(["restarting", "failing"], troubles.Take(2).Select(trouble => Text(trouble, "kind")));
        });
    }

    [Fact]
    public async Task Another_actor_system_of_the_process_is_named_with_its_trouble()
    {
        await using var host = await DashboardHost.Open();
        await using var other = Systems.Instrumented("akka.loglevel = OFF");
        other.ActorOf(Handler.Fallible, "fails").TellTimes(20, "fail");
        await Eventually.Passes(() =>
        {
            var status = host.Now("status");
            Assert.Equal("healthy", Text(status, "health"));
            Assert.NotEqual("healthy", Text(status, "worst"));
            var named = status.GetProperty("systems").EnumerateArray().Single(system => Text(system, "system") == other.Name);
            Assert.Equal(("unhealthy", 2), (Text(named, "health"), named.GetProperty("count").GetInt32()));
            Assert.Equal("/user/fails", Text(named.GetProperty("troubles")[0], "subject"));
        });
        Assert.DoesNotContain(host.Now("status").GetProperty("systems").EnumerateArray(), system => Text(system, "system") == host.System.Name);
    }

    [Fact]
    public async Task A_trouble_that_is_counted_has_the_time_since_the_latest_and_until_it_clears()
    {
        await using var host = await DashboardHost.Open();
        host.System.ActorOf(Handler.Fallible).TellTimes(12, "fail");
        await Eventually.Passes(() =>
        {
            var trouble = host.Now("status").GetProperty("troubles").EnumerateArray().First(one => Text(one, "kind") == "failing");
            Assert.Equal(60, trouble.GetProperty("latestSeconds").GetDouble() + trouble.GetProperty("clearsSeconds").GetDouble(), tolerance: 30);
        });
    }

    [Fact]
    public async Task Failures_from_before_the_first_look_are_named_also_without_history()
    {
        await using var host = await DashboardHost.Open(services: services => Check(services, options => options.DegradedFailures = 3),
            keepHistory: false);
        var actor = host.System.ActorOf((_, _) => throw new InvalidOperationException("broken"), "fails");
        actor.TellTimes(3, "work");
        await Eventually.Passes(() => Assert.Equal(3, host.Extension.Failures.Read().Sum(same => same.Total)));

        var status = await host.Get("status");
        var trouble = status.GetProperty("troubles").EnumerateArray().Single(found => Text(found, "kind") == "failing");
        Assert.Equal("/user/fails", Text(trouble, "subject"));
        Assert.StartsWith("3 failures in 60 s: System.InvalidOperationException: broken, thrown in ", Text(trouble, "description"),
            StringComparison.Ordinal);

        var row = (await host.Get("failures")).GetProperty("rows").EnumerateArray().Single();
        Assert.Equal(("Handler", "System.InvalidOperationException", "String", 3),
            (Text(row, "actorType"), Text(row, "errorType"), Text(row, "messageType"), row.GetProperty("lastMinute").GetInt32()));
        Assert.Equal(("broken", JsonValueKind.Null), (Text(row, "text"), row.GetProperty("asked").ValueKind));
        Assert.False(string.IsNullOrEmpty(Text(row, "thrownIn")));
        Assert.Equal(JsonValueKind.Null, row.GetProperty("traceId").ValueKind);
    }

    /// <summary>Trouble, row, tile and type have one number: that of the handler itself.</summary>
    [Fact]
    public async Task Failures_that_come_as_messages_are_a_trouble_a_row_and_in_the_figures()
    {
        await using var host = await DashboardHost.Open();
        await host.Get("overview");
        var got = 0;
        var actor = host.System.ActorOf((_, _) => Interlocked.Increment(ref got), "imports");
        actor.TellTimes(12, new Status.Failure(new InvalidOperationException("no route to host")));
        await Eventually.Equal(12, () => Volatile.Read(ref got));

        await Eventually.Passes(() =>
        {
            var trouble = host.Now("status").GetProperty("troubles").EnumerateArray().Single(found => Text(found, "kind") == "failing");
            Assert.Equal($"{got} messages Status.Failure in 60 s: System.InvalidOperationException: no route to host", Text(trouble, "description"));
            var row = host.Now("failures").GetProperty("rows").EnumerateArray().Single();
            Assert.Equal((got, "Status.Failure", "_unknown", "no route to host"),
                (row.GetProperty("lastMinute").GetInt32(), Text(row, "messageType"), Text(row, "asked"), Text(row, "text")));
            var type = host.Now("overview").GetProperty("actors").EnumerateArray().Single(one => Text(one, "type") == "Handler");
            Assert.Equal((got, got), (type.GetProperty("failures").GetInt32(), type.GetProperty("recentFailures").GetInt32()));
        });
    }

    [Fact]
    public async Task Lost_messages_are_named_with_their_sender()
    {
        await using var host = await DashboardHost.Open(services: services => Check(services, options => options.DegradedLostMessages = 3));
        var gone = host.System.ActorOf((_, _) => { }, "gone");
        Assert.True(await gone.GracefulStop(TimeSpan.FromSeconds(20)));
        var sender = host.System.ActorOf(Props.Create(() => new Sends(gone)), "sends");
        sender.TellTimes(3, "work");

        await Eventually.Passes(() =>
        {
            var trouble = host.Now("status").GetProperty("troubles").EnumerateArray().Single(found => Text(found, "kind") == "lost");
            Assert.Equal(
                ("/user/gone", "3 String lost in 60 s: the receiver has stopped", "StatusSpec.Sends"),
                (Text(trouble, "subject"), Text(trouble, "description"), Text(trouble, "from")));
        });
    }

    [Fact]
    public async Task The_unhealthy_come_first_and_the_registered_failure_status_is_the_verdict()
    {
        await using var host = await DashboardHost.Open(services: services => Check(
            services, options => (options.DegradedFailures, options.DegradedRestarts, options.UnhealthyRestarts) = (1, 1, 2), HealthLevel.Degraded));
        host.System.ActorOf((_, _) => throw new InvalidOperationException("broken")).TellTimes(2, "work");
        await Eventually.Passes(() =>
        {
            var status = host.Now("status");
            Assert.Equal("degraded", Text(status, "health"));
            Assert.Equal(
                [("restarting", "unhealthy"), ("failing", "degraded")],
                status.GetProperty("troubles").EnumerateArray().Select(found => (Text(found, "kind"), Text(found, "level"))));
        });
    }

    [Fact]
    public async Task The_page_of_a_type_has_its_figures_messages_mailboxes_and_failures()
    {
        await using var host = await DashboardHost.Open();
        _ = await host.Get("overview");
        host.System.ActorOf((_, message) => throw new InvalidOperationException($"{message}"), "fails").TellTimes(5, "work");
        await Eventually.Passes(() =>
        {
            var type = host.Now("type?name=Handler");
            var figures = type.GetProperty("figures");
            string[] counts = ["messages", "failures", "recentFailures", "restarts"];
            Assert.All(counts, count => Assert.Equal(5, figures.GetProperty(count).GetInt64()));
            Assert.True(figures.GetProperty("perSecond").GetDouble() > 0);
            Assert.True(figures.GetProperty("work").GetProperty("p50").GetProperty("us").GetDouble() > 0);
            Assert.Equal(("String", 5), type.GetProperty("messages").EnumerateArray()
                .Select(message => (Text(message, "type"), message.GetProperty("messages").GetInt32())).Single());
            Assert.Equal(5, type.GetProperty("works").EnumerateArray().Sum(bucket => bucket.GetInt64()));
            Assert.Equal(type.GetProperty("boundsUs").GetArrayLength() + 1, type.GetProperty("works").GetArrayLength());
            Assert.Equal(5, type.GetProperty("failures")[0].GetProperty("failures").GetInt32());
            Assert.InRange(type.GetProperty("utilization").GetDouble(), 0, 1);
            Assert.Equal(0, type.GetProperty("drainSeconds").GetDouble());
        });
    }

    /// <summary>One of many that is stuck has all that waits, and the others are quick.</summary>
    [Fact]
    public async Task The_slowest_mailbox_decides_when_those_of_a_type_are_empty()
    {
        await using var host = await DashboardHost.Open();
        using var hold = new Hold();
        var stuck = host.System.ActorOf((_, _) => hold.Pass(), "stuck");
        var quick = host.System.ActorOf((_, _) => { }, "quick");
        await Eventually.Passes(() =>
        {
            stuck.TellTimes(10, "work");
            quick.TellTimes(100, "work");
            var type = host.Now("type?name=Handler");
            var worst = type.GetProperty("deepest")[0];
            Assert.Equal("/user/stuck", Text(worst, "path"));
            Assert.True(worst.GetProperty("oldestSeconds").GetDouble() > 1);
            Assert.True(worst.GetProperty("perSecond").GetDouble() > 0);
            Assert.Equal(JsonValueKind.Null, type.GetProperty("drainSeconds").ValueKind);
        });
    }

    [Fact]
    public async Task The_page_of_a_type_has_which_messages_wait_and_how_long_95_percent_of_each_took()
    {
        await using var host = await DashboardHost.Open();
        _ = await host.Get("overview");
        using var hold = new Hold();
        var actor = host.System.ActorOf((_, _) => hold.Pass(), "holds");
        await hold.EnterAt(actor);
        actor.TellNumbers(3);
        actor.Tell("work", ActorRefs.NoSender);
        await Eventually.Passes(() => Assert.Equal(
            [("Hold", 0.0), ("Int32", 3.0), ("String", 1.0)],
            host.Now("type?name=Handler").GetProperty("messages").EnumerateArray()
                .Select(row => (Text(row, "type"), row.GetProperty("waiting").GetDouble())).Order()));

        hold.Release();
        await Eventually.Passes(() => Assert.All(host.Now("type?name=Handler").GetProperty("messages").EnumerateArray(), row =>
        {
            Assert.Equal(0, row.GetProperty("waiting").GetDouble());
            Assert.True(row.GetProperty("waitP95").GetProperty("us").GetDouble() > 0);
            Assert.True(row.GetProperty("workP95").GetProperty("us").GetDouble() > 0);
        }));
    }

    [Fact]
    public async Task The_page_of_a_type_says_which_rule_left_messages_without_a_span()
    {
        await using var host = await DashboardHost.Open(
            "akka.instrumentation { tracing.sampling.ratio = 1, rules.lookups { message = Int32, trace = only-in-trace } }");
        _ = await host.Get("overview");
        using var spans = SpanRecorder.WithRoot(out var root);
        var actor = host.System.ActorOf((_, _) => { }, "projector");
        actor.Tell(0, ActorRefs.NoSender);
        root.Dispose();
        actor.TellNumbers(7);
        actor.TellTimes(2, "work");
        actor = host.System.ActorOf((_, _) => { }, "stops");
        actor.TellNumbers(3);
        await actor.GracefulStop(TimeSpan.FromSeconds(20));
        await Eventually.Passes(() => Assert.Equal(
            [("Int32", 11, 10, "rule lookups"), ("PoisonPill", 1, 0, null), ("String", 2, 0, null)],
            host.Now("type?name=Handler").GetProperty("messages").EnumerateArray()
                .Select(row => (Text(row, "type"), row.GetProperty("messages")
                    .GetInt32(), row.GetProperty("untraced").GetInt32(), Text(row, "untracedBy")))
                .OrderBy(row => row.Item1)));
    }

    private static void Check(IServiceCollection services, Action<AkkaHealthCheckOptions>? configure =
        null, HealthLevel failure = HealthLevel.Unhealthy)
    {
        services.AddSingleton(new RegisteredHealthCheck("akka", failure));
        services.AddOptions<AkkaHealthCheckOptions>("akka").Configure(configure ?? (_ => { }));
    }

    private static string? Text(JsonElement element, string property) => element.GetProperty(property).GetString();

    public sealed class Sends : ReceiveActor
    {
        public Sends(IActorRef to) => ReceiveAny(message => to.Tell(message, Self));
    }
}
