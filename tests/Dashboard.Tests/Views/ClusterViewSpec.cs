using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;

namespace AkkaInstrumentation.Tests;

/// <summary>All nodes of a cluster on one page. How nodes ask each other: tests/Cluster.Tests.</summary>
public sealed class ClusterViewSpec
{
    private const string Here = "akka.tcp://shop@here:1";
    private const string There = "akka.tcp://shop@there:1";

    [Fact]
    public async Task A_system_without_a_cluster_has_no_such_view()
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Client.GetAsync("api/v1/cluster");
        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
        Assert.False((await host.Get("status")).GetProperty("cluster").GetBoolean());
    }

    [Fact]
    public async Task Nodes_are_shown_with_their_figures_and_summed_up()
    {
        await using var host = await DashboardHost.Open();
        var buckets = new int[DurationCounts.Bounds.Count + 1];
        buckets[5] = 10;
        var other = new NodeFigures(null, "degraded", [], PerSecond: 7, Waiting: 3, Live: 2, Failures: 5, Restarts: 1, buckets, buckets);
        host.Extension.Insight.Nodes = new Nodes(
            new(Here, "answers", Content(host.Extension.Insight.Page!.AnswerTo(NodeQuestions.Report)), 0.5),
            new(There, "answers", Content(JsonSerializer.SerializeToElement(other, DashboardJson.Default.NodeFigures)), 1));
        Assert.True((await host.Get("status")).GetProperty("cluster").GetBoolean());
        var view = await host.Get("cluster");

        Assert.Equal(Here, view.GetProperty("self").GetString());
        var (here, there) = (view.GetProperty("nodes")[0], view.GetProperty("nodes")[1]);
        Assert.Equal(Environment.ProcessId, here.GetProperty("node").GetProperty("processId").GetInt32());
        Assert.Equal("healthy", here.GetProperty("health").GetString());
        Assert.Equal("degraded", there.GetProperty("health").GetString());
        Assert.Equal(5, there.GetProperty("failures").GetInt64());
        var sum = view.GetProperty("sum");
        Assert.Equal(2, sum.GetProperty("nodes").GetInt32());
        Assert.Equal(here.GetProperty("live").GetInt64() + 2, sum.GetProperty("live").GetInt64());
        Assert.True(sum.GetProperty("perSecond").GetDouble() >= 7);
        Assert.InRange(there.GetProperty("waitP95").GetProperty("us").GetDouble(), 1e6 * DurationCounts.Bounds[4], 1e6 * DurationCounts.Bounds[5]);
        Assert.Equal("order", view.GetProperty("regions")[0].GetProperty("type").GetString());
    }

    [Fact]
    public async Task What_went_over_the_wire_is_shown_by_type_and_direction_with_the_most_bytes_first()
    {
        await using var host = await DashboardHost.Open();
        host.Extension.Insight.Nodes = new Nodes(new(Here, "asked", null, 0), new(There, "asked", null, 0));
        Assert.Empty((await host.Get("cluster")).GetProperty("wire").EnumerateArray());

        host.Extension.Insight.Traffic = new Traffic(
            new("String", "receive", 1, 10, 0, 0), new("Byte", "transmit", 0, 0, 0, 0), new("String", "transmit", 8, 800, 0.008, 8));
        await Eventually.Passes(() => Assert.Equal(["String transmit 8 800 1000 8", "String receive 1 10 0 0"], Wire(host)));

        host.Extension.Insight.Traffic = new Traffic([.. Enumerable.Range(0, 60).Select(i => new WireFigures($"Type{i}", "transmit", 1, 1, 0, 0))]);
        await Eventually.Equal(50, () => Wire(host).Count);
    }

    private static List<string> Wire(DashboardHost host) =>
    [
        .. host.Now("cluster").GetProperty("wire").EnumerateArray()
            .Select(row => string.Join(' ', row.EnumerateObject().Select(field => field.Value))),
    ];

    [Fact]
    public async Task Figures_of_a_node_that_does_not_answer_stay_and_are_not_in_the_sum()
    {
        await using var host = await DashboardHost.Open();
        var figures = JsonSerializer.SerializeToElement(new NodeFigures(null, "healthy", [], 7, 3, 2, 5, 1, null, null),
            DashboardJson.Default.NodeFigures);
        host.Extension.Insight.Nodes = new Nodes(new(Here, "silent", Content(figures), 30), new(There, "gone", Content(figures), 300));
        var view = await host.Get("cluster");
        Assert.All(view.GetProperty("nodes").EnumerateArray(), node => Assert.Equal(7, node.GetProperty("perSecond").GetDouble()));
        Assert.Equal([("up", 30), ("removed", 300)], view.GetProperty("nodes").EnumerateArray()
            .Select(node => (node.GetProperty("status").GetString(), node.GetProperty("ageSeconds").GetInt32())));
        Assert.Equal(0, view.GetProperty("sum").GetProperty("nodes").GetInt32());
        Assert.Equal(330, view.GetProperty("regions").EnumerateArray().Sum(region => region.GetProperty("ageSeconds").GetDouble()));
    }

    [Theory]
    [InlineData("17")]
    [InlineData("{}")]
    [InlineData("""{"page":17,"regions":null}""")]
    [InlineData("""{"page":{"waits":[1,2],"works":null,"new":{}},"later":[]}""")]
    [InlineData("""{"page":{"perSecond":"many"},"regions":[{"type":"order"}]}""")]
    [InlineData("""{"regions":"none"}""")]
    [InlineData("""{"regions":[null,{"type":"order","busiest":[null]}],"singletons":[null]}""")]
    [InlineData("""{"page":{"health":"worse","troubles":[null]}}""")]
    [InlineData("""{"page":{"health":"worse","troubles":[{}],"node":{}}}""")]
    [InlineData("""{"flows":[null],"hops":[null],"lines":[null]}""")]
    [InlineData("""{"flows":[{}],"hops":[{}],"lines":[{}]}""")]
    public async Task An_answer_of_another_version_breaks_nothing(string content)
    {
        await using var host = await DashboardHost.Open();
        using var json = JsonDocument.Parse(content);
        host.Extension.Insight.Nodes = new Nodes(new(Here, "answers", null, 1), new(There, "answers", json.RootElement, 1));
        var node = (await host.Get("cluster")).GetProperty("nodes")[1];
        Assert.Equal("answers", node.GetProperty("state").GetString());
        Assert.Equal(JsonValueKind.Null, node.GetProperty("waitP95").ValueKind);
        Assert.Equal("healthy", (await host.Get("status")).GetProperty("health").GetString());
        Assert.NotEqual(JsonValueKind.Null, (await host.Get("flow?nodes=all")).GetProperty("flows").ValueKind);
        Assert.Equal(HttpStatusCode.NotFound, (await host.Client.GetAsync($"api/v1/trace?id={new string('a', 32)}")).StatusCode);
    }

    [Fact]
    public async Task A_dashboard_that_nobody_may_see_sends_other_nodes_nothing_either()
    {
        await using var open = await DashboardHost.Open();
        Assert.NotNull(open.Extension.Insight.Page!.AnswerTo(NodeQuestions.Report));
        Assert.Null(open.Extension.Insight.Page!.AnswerTo("a later question"));
        open.Stopping();
        Assert.Null(open.Extension.Insight.Page!.AnswerTo(NodeQuestions.Report));

        await using var closed = await DashboardHost.Start();
        Assert.Null(closed.Extension.Insight.Page);
    }

    [Fact]
    public async Task The_status_line_names_other_nodes_that_are_in_trouble_or_do_not_answer()
    {
        await using var host = await DashboardHost.Open();
        var trouble = new TroubleView("growing", "degraded", "StockActor", "/user/stock", "320 messages wait", 12, "", "", "");
        host.Extension.Insight.Nodes = new Nodes(
            new(Here, "answers", Content(Figures("unhealthy", trouble)), 0.5),
            new("akka.tcp://shop@well:1", "answers", Content(Figures("healthy")), 0.5),
            new("akka.tcp://shop@new:1", "asked", null, null),
            new("akka.tcp://shop@left:1", "gone", Content(Figures("unhealthy", trouble)), 60),
            new("akka.tcp://shop@sick:1", "answers", Content(Figures("degraded", trouble)), 0.5),
            new(There, "unreachable", Content(Figures("healthy")), 14));
        var status = await host.Get("status");

        Assert.Equal("healthy", status.GetProperty("health").GetString());
        Assert.Equal(
            [(There, "unreachable", 14, ""), ("akka.tcp://shop@sick:1", "answers", 0.5, "320 messages wait")],
            status.GetProperty("others").EnumerateArray().Select(node => (
                node.GetProperty("address").GetString(),
                node.GetProperty("state").GetString(),
                node.GetProperty("ageSeconds").GetDouble(),
                string.Join(", ", node.GetProperty("troubles").EnumerateArray().Select(one => one.GetProperty("description").GetString())))));
    }

    [Fact]
    public async Task A_node_tells_the_others_since_when_it_is_away_and_where_its_page_is()
    {
        await using var host = await DashboardHost.Open();
        var own = NodeAnswers.Read(host.Extension.Insight.Page!.AnswerTo(NodeQuestions.Report), DashboardJson.Default.NodeFigures)!;
        Assert.Equal(host.Client.BaseAddress!.ToString(), own.Node!.Page);
        var known = Content(JsonSerializer.SerializeToElement(own, DashboardJson.Default.NodeFigures));
        host.Extension.Insight.Nodes = new Nodes([new(There, "unreachable", known, 14)]) { UnreachableSeconds = 12 };
        var other = (await host.Get("status")).GetProperty("others").EnumerateArray().Single();
        Assert.Equal((12, own.Node.Page), (other.GetProperty("unreachableSeconds").GetInt32(), other.GetProperty("page").GetString()));
        Assert.Equal(own.Node.Page, (await host.Get("cluster")).GetProperty("nodes")[0].GetProperty("node").GetProperty("page").GetString());

        await using var behindProxy = await DashboardHost.Start(
            dashboard => dashboard.AllowAnonymous(), options: options => options.Address = new("https://shop-1.example/akka/"));
        var told = NodeAnswers.Read(behindProxy.Extension.Insight.Page!.AnswerTo(NodeQuestions.Report), DashboardJson.Default.NodeFigures)!;
        Assert.Equal("https://shop-1.example/akka/", told.Node!.Page);
    }

    [Fact]
    public async Task A_lost_node_is_named_once_though_all_nodes_name_it()
    {
        await using var host = await DashboardHost.Open();
        host.Extension.Insight.NodeLosses.Add(new(There), Stopwatch.GetTimestamp());
        const string OnlyOtherKnows = "akka.tcp://shop@elsewhere:1";
        host.Extension.Insight.Nodes = new Nodes(
            new("akka.tcp://shop@second:1", "answers", Content(Figures("degraded", Lost(There))), 0.5),
            new("akka.tcp://shop@third:1", "answers", Content(Figures("degraded", Lost(There), Lost(OnlyOtherKnows))), 0.5));
        var status = await host.Get("status");

        Assert.Equal("degraded", status.GetProperty("health").GetString());
        Assert.Equal(("lost_node", There), KindAndPath(Assert.Single(status.GetProperty("troubles").EnumerateArray())));
        var other = Assert.Single(status.GetProperty("others").EnumerateArray());
        Assert.Equal("akka.tcp://shop@third:1", other.GetProperty("address").GetString());
        Assert.Equal(("lost_node", OnlyOtherKnows), KindAndPath(Assert.Single(other.GetProperty("troubles").EnumerateArray())));

        static TroubleView Lost(string node) => new("lost_node", "degraded", "", node, "downed and removed from the cluster", 12, "", "", "");
        static (string?, string?) KindAndPath(JsonElement trouble) =>
            (trouble.GetProperty("kind").GetString(), trouble.GetProperty("subject").GetString());
    }

    [Fact]
    public async Task A_trace_is_gathered_from_the_nodes_that_have_a_part_of_it_and_missing_parts_are_reported()
    {
        await using var host = await DashboardHost.Open();
        var id = new string('a', 32);
        using var part = JsonDocument.Parse($$"""
            {"id":"{{id}}","startedAt":"2026-01-02T03:04:05Z","whole":true,"new":{},"hops":[{"id":"2222222222222222","parentId":"1111111111111111","name":"B","workUs":7},{"name":null}]}
            """);
        var nodes = new Nodes(
            new(There, "asked", null, null),
            new("akka.tcp://shop@old:1", "other_version", null, null),
            new("akka.tcp://shop@odd:1", "answers", JsonDocument.Parse("""{"hops":17}""").RootElement, 1));
        host.Extension.Insight.Nodes = nodes;
        Assert.Equal(HttpStatusCode.NotFound, (await host.Client.GetAsync($"api/v1/trace?id={id}")).StatusCode);

        nodes.Answers[0] = new(There, "answers", part.RootElement, 1);
        await Eventually.Passes(() =>
        {
            var trace = host.Now($"trace?id={id}");
            var hop = Assert.Single(trace.GetProperty("hops").EnumerateArray());
            Assert.Equal(("B", There, 7), (hop.GetProperty("name").GetString(), hop.GetProperty("node")
                .GetString(), hop.GetProperty("workUs").GetDouble()));
            Assert.Equal(
                [(There, "answers", 1), ("akka.tcp://shop@old:1", "other_version", 0)],
                trace.GetProperty("nodes").EnumerateArray()
                    .Select(node => (node.GetProperty("address").GetString(), node.GetProperty("state")
                        .GetString(), node.GetProperty("hops").GetInt32())));
        });
        Assert.Equal(NodeQuestions.Trace(id), nodes.Asked);
    }

    private static JsonElement Figures(string health, params TroubleView[] troubles) =>
        JsonSerializer.SerializeToElement(new NodeFigures(null, health, troubles, 7, 3, 2, 5, 1, null, null), DashboardJson.Default.NodeFigures);

    private static JsonElement Content(JsonElement? page) => JsonSerializer.SerializeToElement(
        new NodeReport(page, [new RegionReport("order", 3, 5, 0, [])], []), NodeJson.Default.NodeReport);

    private sealed class Traffic(params WireFigures[] rows) : INodeTraffic
    {
        public IEnumerable<WireFigures> Read() => rows;
    }

    private sealed class Nodes(params NodeAnswer[] answers) : IClusterNodes
    {
        public NodeAnswer[] Answers => answers;

        public string? Asked { get; private set; }

        public double? UnreachableSeconds { get; init; }

        public ClusterReport Read() => new(Here, [.. answers.Where(answer => answer.State != "gone")
            .Select(answer => new ClusterMember(answer.Address, "up", [], "", 1, false, true) { UnreachableSeconds = UnreachableSeconds })]);

        public IReadOnlyList<NodeAnswer> Ask(string question)
        {
            Asked = question;
            return answers;
        }
    }
}
