using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace AkkaInstrumentation.Tests;

/// <summary>A change on all nodes at once, from one page. Here the nodes ask each other without a network.</summary>
public sealed class NodeChangesSpec
{
    private const string Unsampled = "akka.instrumentation.tracing.sampling.ratio = 0.25";

    [Fact]
    public async Task Each_node_that_allows_it_makes_the_change_once_and_takes_it_back_at_one_click()
    {
        await using var nodes = await Nodes.Start();
        using var change = await nodes.First.Change(new { ratio = 0.5, nodes = "all" });
        Assert.Equal(HttpStatusCode.OK, change.StatusCode);
        Assert.Equal(
            [
                "first: tracing.sampling.ratio is 0.5, was 0.25 (HOCON)",
                "second: tracing.sampling.ratio is 0.5, was 0.25 (HOCON)",
                "third: It takes no changes from other nodes: ChangesFromOtherNodes in MapAkkaDashboard(...) allows them.",
            ],
            await Said(nodes));
        Assert.Equal([0.5, 0.5, 0.25], nodes.Ratios);

        // the page asks again and again
        await Said(nodes);
        await Said(nodes);
        Assert.Single(nodes.Second.Changes.Latest);
        Assert.Contains(nodes.Second.Log.Warnings, line => line.EndsWith(
            "changed on the dashboard by somebody at 127.0.0.1, on all nodes.", StringComparison.Ordinal));

        using var undo = await nodes.First.Change(new { undo = 1 });
        Assert.Equal(HttpStatusCode.OK, undo.StatusCode);
        Assert.Equal([0.25, 0.25, 0.25], nodes.Ratios);
        Assert.Equal(
            ["first: tracing.sampling.ratio is 0.25, was 0.5 (run_time)", "second: tracing.sampling.ratio is 0.25, was 0.5 (run_time)"],
            (await Said(nodes)).Take(2));
    }

    [Fact]
    public async Task An_order_is_followed_on_all_nodes()
    {
        await using var nodes = await Nodes.Start();
        using var change = await nodes.First.Change(
            new { follow = new { attribute = "order.id", value = "42", actors = "/user/**", minutes = 1, traces = 7 }, nodes = "all" });
        Assert.Equal(HttpStatusCode.OK, change.StatusCode);
        foreach (var node in (DashboardHost[])[nodes.First, nodes.Second])
        {
            var followed = Assert.Single(node.Extension.Control.Followings);
            Assert.Equal(("order.id", "42", "/user/**", 7), (
                followed.Selection.Attribute, followed.Selection.Value, followed.Selection.Actors, followed.Selection.Traces));
        }

        var shown = Assert.Single((await nodes.First.Get("settings")).GetProperty("followed").EnumerateArray());
        Assert.Equal("42", shown.GetProperty("value").GetString());
        Assert.Equal(
            "second: each message with order.id = 42 to /user/** (7 traces at most) is followed for 1 minutes", (await Said(nodes))[1]);

        using var undo = await nodes.First.Change(new { undo = 1 });
        Assert.Empty(nodes.First.Extension.Control.Followings);
        Assert.Empty(nodes.Second.Extension.Control.Followings);
    }

    [Fact]
    public async Task Code_follows_an_order_on_all_nodes_and_ends_it_everywhere()
    {
        await using var nodes = await Nodes.Start();
        using var following = nodes.First.Extension.Control.Follow("order.id", "42", TimeSpan.FromMinutes(1), traces: 7, onAllNodes: true);

        // each node is asked again and again, and the first one answers as the others do
        Assert.Single(nodes.First.Extension.Control.Followings);
        var there = Assert.Single(nodes.Second.Extension.Control.Followings);
        Assert.Equal(following.Selection, there.Selection);
        Assert.Empty(nodes.Third.Extension.Control.Followings);
        Assert.Equal(
            [
                new("second", true, "each message with order.id = 42 (7 traces at most) is followed for 1 minutes"),
                new("third", false, "It takes no changes from other nodes: ChangesFromOtherNodes in MapAkkaDashboard(...) allows them."),
            ],
            following.Nodes);

        following.Dispose();
        Assert.Empty(nodes.First.Extension.Control.Followings);
        Assert.Empty(nodes.Second.Extension.Control.Followings);
    }

    [Fact]
    public async Task A_change_that_is_wrong_changes_nothing_anywhere()
    {
        await using var nodes = await Nodes.Start();
        foreach (var wrong in new object[]
        {
            new { ratio = 7, nodes = "all" },
            new { ratio = 0.5, nodes = "some" },
            new { nodes = "all" },
            new { ratio = 0.5, budget = 3, nodes = "all" },
            new { follow = new { attribute = "order.id" }, nodes = "all" },
            new { follow = new { attribute = "order.id", value = "1", minutes = 1e9 }, nodes = "all" },
            new { follow = new { actors = "user" }, nodes = "all" },
            new { follow = new { traces = 1_000_000 }, nodes = "all" },
        })
        {
            using var change = await nodes.First.Change(wrong);
            Assert.Equal(HttpStatusCode.BadRequest, change.StatusCode);
        }

        Assert.Equal([0.25, 0.25, 0.25], nodes.Ratios);
        Assert.Empty(nodes.Second.Changes.Latest);
        Assert.Empty(nodes.Second.Extension.Control.Followings);
    }

    /// <summary>Who may write to the actor that nodes answer with can ask for what a page can, and no more.</summary>
    [Fact]
    public async Task What_a_peer_forges_is_answered_and_does_no_harm()
    {
        await using var nodes = await Nodes.Start();
        var id = new string('a', 32);
        foreach (var forged in (string[])
        [
            "", "{}", "[]", "null", "{\"id\":1}", new string('x', 10_000), $"{{\"id\":\"{id}\"}}", $"{{\"id\":\"{id[1..]}b\",\"who\":\"x\",\"undo\":\"{id}\"}}",
            $"{{\"id\":\"{id[1..]}c\",\"who\":\"x\",\"change\":{{\"ratio\":7}}}}", $"{{\"id\":\"{id[1..]}d\",\"who\":\"x\",\"change\":{{\"undo\":1}}}}",
        ])
        {
            Assert.NotNull(Answer(nodes.Second, forged).GetProperty("problem").GetString());
        }

        for (var i = 0; i < 3 * NodeChanges.MaxKept; i++)
        {
            Answer(nodes.Second, $"{{\"id\":\"{i:D32}\",\"who\":\"x\",\"change\":{{\"budget\":{i + 1}}}}}");
            Answer(nodes.Third, $"{{\"id\":\"{i:D32}\",\"who\":\"x\",\"change\":{{\"budget\":{i + 1}}}}}");
        }

        Assert.Equal(MadeChanges.MaxKept, nodes.Second.Changes.Latest.Count);
        Assert.Equal([0.25, 0.25, 0.25], nodes.Ratios);
        Assert.Equal(double.PositiveInfinity, nodes.Third.Extension.Control.SamplingBudget);
    }

    private static JsonElement Answer(DashboardHost node, string json) =>
        node.Extension.Insight.Page!.AnswerTo(NodeQuestions.Change(json))!.Value;

    private static async Task<List<string>> Said(Nodes nodes) =>
        [.. (await nodes.First.Get("settings")).GetProperty("changes")[0].GetProperty("nodes").EnumerateArray()
            .Select(node => $"{node.GetProperty("address").GetString()}: {node.GetProperty("text").GetString()}")];

    private sealed class Nodes(DashboardHost first, DashboardHost second, DashboardHost third) : IClusterNodes, IAsyncDisposable
    {
        public DashboardHost First => first;

        public DashboardHost Second => second;

        public DashboardHost Third => third;

        public double[] Ratios => [.. Hosts.Select(host => host.Extension.Control.SamplingRatio)];

        private DashboardHost[] Hosts => [first, second, third];

        public static async Task<Nodes> Start()
        {
            var nodes = new Nodes(await Open(allows: true), await Open(allows: true), await Open(allows: false));
            nodes.First.Extension.Insight.Nodes = nodes;
            return nodes;
        }

        public ClusterReport Read() => new("first", []);

        public IReadOnlyList<NodeAnswer> Ask(string question) =>
        [
            .. Hosts.Zip(["first", "second", "third"], (host, name) =>
                new NodeAnswer(name, "answers", host.Extension.Insight.Page!.AnswerTo(question), 0)),
        ];

        public async ValueTask DisposeAsync()
        {
            foreach (var host in Hosts)
            {
                await host.DisposeAsync();
            }
        }

        private static Task<DashboardHost> Open(bool allows) => DashboardHost.Start(
            dashboard => dashboard.AllowAnonymous(),
            hocon: Unsampled,
            services: all => all.AddAuthorizationBuilder().AddPolicy("everybody", policy => policy.RequireAssertion(_ => true)),
            options: options => (options.ChangePolicy, options.ChangesFromOtherNodes) = ("everybody", allows));
    }
}
