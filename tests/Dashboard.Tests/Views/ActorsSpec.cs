using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The tree of actors, page by page.</summary>
public sealed class ActorsSpec
{
    [Fact]
    public async Task The_children_of_an_actor_are_shown_by_name_50_on_a_page()
    {
        await using var host = await DashboardHost.Open();
        await Family(host, children: 120);

        var names = new List<string>();
        string? after = "";
        for (var page = 0; after is not null; page++)
        {
            var view = await host.Get($"actors?path=/user/parent&after={after}");
            Assert.Equal(120, view.GetProperty("count").GetInt32());
            var actors = view.GetProperty("actors").EnumerateArray().ToList();
            Assert.Equal(page == 2 ? 20 : 50, actors.Count);
            names.AddRange(actors.Select(actor => actor.GetProperty("name").GetString()!));
            after = view.GetProperty("next").GetString();
        }

        Assert.Equal(Enumerable.Range(0, 120).Select(i => $"child-{i:000}"), names);
    }

    [Fact]
    public async Task A_search_finds_names_and_types_below_a_path_and_goes_on_where_a_page_ended()
    {
        await using var host = await DashboardHost.Open();
        await Family(host, children: 120);

        Assert.Equal(["/user/parent/child-077"], await Found("find=LD-077"));
        Assert.Equal(["/user/parent/child-077"], await Found("find=parent/child-077"));
        Assert.Equal(["/user/parent"], await Found($"find={nameof(Parent)}"));
        Assert.Empty(await Found("path=/user/parent/child-077&find=child"));

        var first = await Found("find=child");
        var second = await Found("find=child&after=50");
        var third = await Found("find=child&after=100");
        Assert.Equal(120, first.Concat(second).Concat(third).Distinct().Count());
        Assert.Equal((50, 50, 20), (first.Count, second.Count, third.Count));

        async Task<IReadOnlyList<string>> Found(string query) =>
            [.. (await host.Get($"actors?{query}")).GetProperty("actors").EnumerateArray().Select(actor => actor.GetProperty("path").GetString()!)];
    }

    [Theory]
    [InlineData(100, 60)]
    [InlineData(10_000, 0)]
    public async Task A_search_stops_at_a_limit_of_actors_and_of_time_and_its_answer_has_how_far_it_came(int most, int seconds)
    {
        await using var host = await DashboardHost.Open();
        await Family(host, children: 120);
        var user = new ActorTree((ExtendedActorSystem)host.System.System).Find("/user")!;
        var page = ActorTree.Search(user, "child", skip: 0, size: 1_000, most, TimeSpan.FromSeconds(seconds));
        Assert.InRange(page.Stopped!.Value, 1, 100);
        Assert.InRange(page.Actors.Count, page.Stopped.Value - 10, page.Stopped.Value);
        Assert.Null(page.Count);
        Assert.Null(page.Next);

        var whole = await host.Get("actors?find=nobody");
        Assert.False(whole.GetProperty("cut").GetBoolean());
        Assert.Equal(JsonValueKind.Null, whole.GetProperty("looked").ValueKind);
    }

    [Fact]
    public async Task An_actor_with_recorded_messages_shows_them_the_latest_first_and_text_as_text()
    {
        await using var host = await DashboardHost.Open();
        AkkaInstrumentationExtension.For(host.System.System).Control.Change("rules.kept { path = \"/user/kept\", last-messages = 2 }");
        var kept = host.System.ActorOf(Handler.Fallible, "kept");
        await kept.Ask<int>(1, TimeSpan.FromSeconds(20));
        kept.Tell("fail", kept);
        Assert.Equal(2L, await kept.Ask<long>(2L, TimeSpan.FromSeconds(20)));

        Assert.Equal(JsonValueKind.Null, (await host.Get("actors?path=/user")).GetProperty("lastMessages").ValueKind);
        await Eventually.Passes(() =>
        {
            var messages = host.Now("actors?path=/user/kept").GetProperty("lastMessages").EnumerateArray().ToList();
            Assert.Equal(
                ["Int64 /temp/_ask processed", "String /user/kept failed"],
                messages.Select(message => $"{message.GetProperty("messageType")} {message.GetProperty("senderPath")} "
                    + $"{message.GetProperty("outcome")}"));
            Assert.All(messages, message => Assert.True(message.GetProperty("workUs").GetDouble() >= 0));
            Assert.All(messages, message => Assert.InRange(message.GetProperty("startedAt")
                .GetDateTime(), DateTime.UtcNow - TimeSpan.FromMinutes(5), DateTime.UtcNow + TimeSpan.FromMinutes(1)));
        });
    }

    [Fact]
    public async Task An_actor_shows_its_type_state_depth_and_children()
    {
        using var gate = new ManualResetEventSlim();
        await using var host = await DashboardHost.Open();
        await Family(host, children: 3);
        var holds = host.System.ActorOf((_, _) => Eventually.Block(gate), "holds");
        host.System.ActorOf(AsyncHandler.Props((_, _) => new TaskCompletionSource().Task), "awaits").Tell("work", ActorRefs.NoSender);
        _ = await host.Get("overview");
        try
        {
            holds.TellTimes(4, "work");

            await Eventually.Passes(() =>
            {
                var actors = host.Now("actors").GetProperty("actors").EnumerateArray().ToDictionary(actor => actor.GetProperty("name").GetString()!);
                Assert.Equal(("working", 3), (actors["holds"].GetProperty("state").GetString(), actors["holds"].GetProperty("depth").GetInt32()));
                Assert.Equal("awaiting", actors["awaits"].GetProperty("state").GetString());
                Assert.Equal(("idle", 3), (actors["parent"].GetProperty("state").GetString(), actors["parent"].GetProperty("children").GetInt32()));
                Assert.True(actors["holds"].GetProperty("oldestSeconds").GetDouble() > 0);
                Assert.EndsWith(nameof(Parent), actors["parent"].GetProperty("type").GetString(), StringComparison.Ordinal);
                Assert.True(actors["parent"].GetProperty("instrumented").GetBoolean());
            });

            await Eventually.Passes(() =>
            {
                var deepest = host.Now("mailboxes").GetProperty("deepest").EnumerateArray().First();
                Assert.Equal(("/user/holds", 3), (deepest.GetProperty("path").GetString(), deepest.GetProperty("depth").GetInt32()));
            });

            // its own page has it, too, although it has no children
            var self = host.Now("actors?path=/user/holds").GetProperty("self");
            Assert.Equal(("/user/holds", "working", 3),
                (self.GetProperty("path").GetString(), self.GetProperty("state").GetString(), self.GetProperty("depth").GetInt32()));
        }
        finally
        {
            gate.Set();
        }
    }

    [Fact]
    public async Task A_path_where_nobody_lives_is_not_found()
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Client.GetAsync("api/v1/actors?path=/user/nobody");
        Assert.Equal(System.Net.HttpStatusCode.NotFound, response.StatusCode);
    }

    [Fact]
    public async Task A_mailbox_that_grows_is_among_the_fastest()
    {
        using var gate = new ManualResetEventSlim();
        await using var host = await DashboardHost.Open();
        var holds = host.System.ActorOf((_, _) => Eventually.Block(gate), "holds");
        try
        {
            await Eventually.Passes(() =>
            {
                holds.TellTimes(10, "work");

                var growing = host.Now("mailboxes").GetProperty("growing").EnumerateArray().Single();
                Assert.Equal("/user/holds", growing.GetProperty("path").GetString());
                Assert.True(growing.GetProperty("perSecond").GetDouble() > 0);
            });
        }
        finally
        {
            gate.Set();
        }
    }

    [Fact]
    public async Task A_mailbox_has_the_messages_a_second_that_its_actor_handles()
    {
        await using var host = await DashboardHost.Open();
        var slow = host.System.ActorOf((_, _) => Thread.Sleep(5), "slow");
        await Eventually.Passes(() =>
        {
            slow.TellTimes(500, "work");
            var deepest = host.Now("mailboxes").GetProperty("deepest").EnumerateArray().First();
            Assert.InRange(deepest.GetProperty("handledPerSecond").GetDouble(), 1, 210);
        });
    }

    private static async Task Family(DashboardHost host, int children)
    {
        var parent = host.System.ActorOf(Props.Create<Parent>(), "parent");
        await Eventually.Within(parent.Ask<string>(children));
    }

    public sealed class Parent : ReceiveActor
    {
        public Parent() => Receive<int>(children =>
        {
            for (var i = 0; i < children; i++)
            {
                Context.ActorOf(Handler.Props((_, _) => { }), $"child-{i:000}");
            }

            Sender.Tell("done");
        });
    }
}
