using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The figures of the overview. Alone, because messages are counted only while somebody listens, and listeners are global.</summary>
[Collection(Alone.Name)]
public sealed class OverviewSpec
{
    [Fact]
    public async Task The_rows_add_up_to_the_figures_above_them()
    {
        await using var host = await DashboardHost.Open();
        for (var i = 0; i < 5; i++)
        {
            host.System.ActorOf((_, _) => { });
        }

        host.System.ActorOf(Props.Create<Silent>());
        await Eventually.Passes(() =>
        {
            var overview = host.Now("overview");
            Assert.Equal(6, Number(overview.GetProperty("figures"), "live"));
            Assert.Equal(6, overview.GetProperty("actors").EnumerateArray().Sum(row => Number(row, "live")));
        });
    }

    [Fact]
    public async Task The_application_comes_first_and_infrastructure_adds_to_trouble_only()
    {
        await using var host = await DashboardHost.Open(
            "akka.instrumentation.rules.proxy { path = \"/user/proxy\", kind = infrastructure, actor-name = AProxy }");
        var proxy = host.System.ActorOf(Handler.Fallible, "proxy");
        var shop = host.System.ActorOf(Props.Create<Silent>());
        _ = await host.Get("overview");
        proxy.Tell("fail", ActorRefs.NoSender);
        for (var i = 0; i < 100; i++)
        {
            proxy.Tell(i, ActorRefs.NoSender);
        }

        shop.Tell("work", ActorRefs.NoSender);
        await Eventually.Passes(() =>
        {
            var (overview, flow) = (host.Now("overview"), host.Now("flow?infrastructure=on"));
            Assert.Equal(
                [("OverviewSpec.Silent", null, 1L), ("AProxy", "infrastructure", 101L)],
                overview.GetProperty("actors").EnumerateArray()
                    .Select(row => (row.GetProperty("type").GetString(), row.GetProperty("category").GetString(), Number(row, "messages"))));
            var figures = overview.GetProperty("figures");
            Assert.Equal((1, 1, 1), (Number(figures, "live"), Number(figures, "recentFailures"), Number(figures, "restarts")));
            Assert.InRange(figures.GetProperty("perSecond").GetDouble(), 0.05, 5);
            Assert.Equal(["OverviewSpec.Silent", "AProxy"], flow.GetProperty("flows").EnumerateArray()
                .Select(one => one.GetProperty("receiverType").GetString()).Distinct());
            Assert.Equal(["OverviewSpec.Silent"], host.Now("flow").GetProperty("flows").EnumerateArray()
                .Select(one => one.GetProperty("receiverType").GetString()).Distinct());
        });
    }

    [Fact]
    public void Many_types_share_a_last_row_and_still_add_up()
    {
        var totals = new FigureTotals(1);
        for (var i = 0; i < 1_000; i++)
        {
            totals.Actor($"Type{i}").Live += 2;
        }

        var minute = new LastMinute(totals);
        var rows = totals.Actors.Keys.Select(type => ActorTypeView.From([type], minute)).ToList();
        Assert.Equal(FigureTotals.MaxTypes + 1, rows.Count);
        Assert.Equal(2_000, FiguresView.From(rows).Live);
    }

    [Fact]
    public async Task Two_systems_of_one_name_are_told_apart()
    {
        await using var host = await DashboardHost.Open();
        await using var other = Systems.Named(host.System.Name);
        other.ActorOf((_, _) => { });
        host.System.ActorOf(Props.Create<Silent>());
        await Eventually.Passes(() =>
        {
            var rows = host.Now("overview").GetProperty("actors").EnumerateArray().Select(row => row.GetProperty("type").GetString());
            Assert.Equal(["OverviewSpec.Silent"], rows);
        });
    }

    [Fact]
    public async Task Lost_messages_are_listed_with_sender_receiver_and_reason()
    {
        await using var host = await DashboardHost.Open();
        var actor = host.System.ActorOf(Props.Create<Silent>());
        _ = await host.Get("lost");
        actor.Tell("nobody handles this", ActorRefs.NoSender);
        host.System.System.DeadLetters.Tell("nobody", ActorRefs.NoSender);

        await Eventually.Passes(() =>
        {
            var rows = host.Now("lost").GetProperty("rows").EnumerateArray().ToList();
            var unhandled = rows.Single(row => row.GetProperty("how").GetString() == "unhandled");
            Assert.Equal(("OverviewSpec.Silent", "String"),
                (unhandled.GetProperty("receiverType").GetString(), unhandled.GetProperty("messageType").GetString()));
            Assert.Equal(1, Number(unhandled, "sinceOpened"));
            Assert.Contains(rows, row => row.GetProperty("how")
                .GetString() == "dead letter" && row.GetProperty("reason").GetString() == "undelivered");
        });
    }

    [Fact]
    public async Task Dispatchers_show_their_runs_and_who_holds_a_thread()
    {
        using var gate = new ManualResetEventSlim();
        await using var host = await DashboardHost.Open();
        var holds = host.System.ActorOf((_, _) => Eventually.Block(gate), "holds");
        _ = await host.Get("dispatchers");
        try
        {
            holds.Tell("work", ActorRefs.NoSender);
            await Eventually.Passes(() =>
            {
                var work = host.Now("at-work");
                var handler = work.GetProperty("messages").EnumerateArray().Single();
                Assert.Equal(1, work.GetProperty("count").GetInt32());
                Assert.Equal(("/user/holds", "String", "working"),
                    (handler.GetProperty("actorPath").GetString(), handler.GetProperty("messageType").GetString(),
                        handler.GetProperty("state").GetString()));
                Assert.True(handler.GetProperty("workSeconds").GetDouble() > 0.5);
                Assert.True(host.Now("dispatchers").GetProperty("dispatchers").EnumerateArray()
                    .Sum(dispatcher => dispatcher.GetProperty("busyThreads").GetDouble()) > 0.1);
            });
        }
        finally
        {
            gate.Set();
        }

        await Eventually.Passes(() =>
        {
            holds.Tell("more work");
            var view = host.Now("dispatchers");
            Assert.Empty(host.Now("at-work").GetProperty("messages").EnumerateArray());
            var dispatcher = view.GetProperty("dispatchers").EnumerateArray()
                .Single(dispatcher => dispatcher.GetProperty("id").GetString() == "akka.actor.default-dispatcher");
            Assert.True(dispatcher.GetProperty("runsPerSecond").GetDouble() > 0);
            Assert.True(dispatcher.GetProperty("batch").GetDouble() >= 1);
        });
    }

    private static long Number(JsonElement row, string field) => row.GetProperty(field).GetInt64();

    public sealed class Silent : ReceiveActor;
}
