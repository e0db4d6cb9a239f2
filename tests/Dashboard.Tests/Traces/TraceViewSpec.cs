using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>A trace as the page draws it.</summary>
[Collection(Alone.Name)]
public sealed class TraceViewSpec
{
    private static readonly ActivityTraceId Id = ActivityTraceId.CreateRandom();

    [Fact]
    public void Hops_are_in_the_order_of_their_tree_whatever_the_order_of_their_ends()
    {
        var request = TestSpans.Of(Id, "request", start: 0, milliseconds: 50, isRequest: true);
        var first = TestSpans.Of(Id, "A", request.SpanId, start: 10, milliseconds: 5);
        var inner = TestSpans.Of(Id, "B", first.SpanId, start: 20, milliseconds: 5, error: "broken");
        var view = ViewOf(inner, request, first);

        Assert.Equal(["0 request", "1 A", "2 B"], view.Hops.Select(hop => $"{hop.Depth} {hop.Name}"));
        Assert.Equal([0, 10_000, 20_000], view.Hops.Select(hop => hop.StartUs));
        Assert.Equal("broken", view.Hops[2].ErrorType);
        Assert.Equal([false, true, true], view.Hops.Select(hop => hop.IsMessage));
        Assert.True(view.Failed);
        Assert.Equal(50_000, view.DurationUs);
    }

    /// <summary>It has the type of its message as a message has, but nobody handles it.</summary>
    [Fact]
    public async Task An_ask_is_a_hop_that_is_no_message()
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        using var spans = SpanRecorder.WithRoot(out var root);
        await system.ActorOf(Echo.Props).Ask<string>("question");
        root.Stop();
        await spans.WaitForStopped(1 + 2);

        Assert.Equal(
            ["0 ask String String False", "1 Echo String True"],
            ViewOf([.. spans.Stopped.Where(span => span != root)]).Hops
                .Select(hop => $"{hop.Depth} {hop.Name} {hop.MessageType} {hop.IsMessage}"));
    }

    [Fact]
    public void A_failed_trace_is_whole_if_the_others_of_its_hops_are_kept_and_none_is_missing()
    {
        var trace = new SeenTrace(Id, seen: 0, isWhole: false, "A");
        trace.Add(SeenSpan.From(TestSpans.Of(Id, "A", error: "broken")));
        Assert.False(trace.IsWhole);
        trace.Add(SeenSpan.From(TestSpans.Of(Id, "B").SetTag(AkkaSpanAttributes.SamplingReason, "kept")));
        Assert.True(trace.IsWhole);

        var missing = SeenSpan.From(TestSpans.Of(Id, "C").SetTag(AkkaSpanAttributes.SamplingMissingNodes, (string[])["one", "two"]));
        trace.Add(missing);
        Assert.False(trace.IsWhole);
        Assert.Equal("one, two", missing.Find(AkkaSpanAttributes.SamplingMissingNodes));
    }

    /// <summary>ASP.NET Core names all its requests alike until somebody's instrumentation renames them.</summary>
    [Fact]
    public void A_request_has_the_name_of_its_route()
    {
        const string Class = "Microsoft.AspNetCore.Hosting.HttpRequestIn";
        var routed = TestSpans.Of(Id, Class, isRequest: true).SetTag("http.request.method", "POST").SetTag("http.route", "/orders/{id}");
        var other = TestSpans.Of(Id, Class, isRequest: true).SetTag("http.request.method", "GET").SetTag("url.path", "/orders/7");
        var renamed = TestSpans.Of(Id, "POST shop", isRequest: true).SetTag("http.request.method", "POST");
        Assert.Equal(
            ["POST /orders/{id}", "GET /orders/7", "POST shop", Class],
            new[] { routed, other, renamed, TestSpans.Of(Id, Class, isRequest: true) }.Select(span => SeenSpan.From(span).Name));
    }

    [Fact]
    public void Traces_that_begin_alike_are_counted_together()
    {
        var traces = Enumerable.Range(1, 20).Select(i =>
        {
            var trace = new SeenTrace(ActivityTraceId.CreateRandom(), i, isWhole: true, "A");
            trace.Add(SeenSpan.From(TestSpans.Of(trace.Id, "A", milliseconds: i, error: i == 3 ? "broken" : null)));
            return trace;
        });
        var root = Assert.Single(traces.ToLookup(trace => TraceRootView.NameOf(trace.Root)).Select(TraceRootView.From));
        Assert.Equal(("AMessage", 20, 1), (root.Name.Split(' ')[^1], root.Count, root.Failed));
        Assert.Equal(19_000, root.P95Us);
    }

    [Fact]
    public void The_time_in_the_stash_comes_before_the_wait_and_both_before_the_work()
    {
        var first = TestSpans.Of(Id, "A", start: 0, milliseconds: 1);
        var hop = Assert.Single(ViewOf(TestSpans.Of(Id, "B", first.SpanId, start: 100, milliseconds: 5, wait: 20, stash: 70)).Hops);
        Assert.Equal((70_000, 20_000, 5_000), (hop.StashUs, hop.WaitUs, hop.WorkUs));

        // the view begins where the stash does
        Assert.Equal(90_000, hop.StartUs);
    }

    [Fact]
    public void Attributes_status_exception_and_links_are_shown()
    {
        var link = new ActivityContext(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded);
        var hop = Assert.Single(ViewOf(TestSpans.Of(Id, "A", error: "broken", attributes: 1, text: " text", link: link)).Hops);
        Assert.Contains(hop.Attributes, attribute => attribute is ["attribute.0", "0 text"]);
        Assert.Contains(hop.Attributes, attribute => attribute is ["status", "broken"]);
        Assert.Equal([link.TraceId.ToHexString()], hop.Links);
    }

    [Fact]
    public void Texts_attributes_and_spans_have_limits()
    {
        var hop = Assert.Single(ViewOf(TestSpans.Of(Id, "A", attributes: 100, text: new string('x', 5_000))).Hops);
        Assert.Equal(32, hop.Attributes.Count);
        Assert.All(hop.Attributes, attribute => Assert.InRange(attribute[1].Length, 1, 1_001));

        var view = ViewOf([.. Enumerable.Range(0, 250).Select(i => TestSpans.Of(Id, $"A{i}"))]);
        Assert.Equal(200, view.Hops.Count);
        Assert.Equal(50, view.Omitted);
    }

    [Fact]
    public void A_span_that_names_itself_as_its_parent_does_not_hang_the_page()
    {
        var parent = ActivitySpanId.CreateRandom();
        var one = SeenSpan.From(TestSpans.Of(Id, "A", parent)) with { Id = parent };
        var trace = new SeenTrace(Id, 1, isWhole: true, "A");
        trace.Add(one);
        Assert.Single(TraceView.From(trace).Hops);
    }

    /// <summary>Only a forged trace has it. All of it is shown, from its first hop on.</summary>
    [Fact]
    public void Spans_that_are_each_others_parents_are_shown()
    {
        var request = TestSpans.Of(Id, "request", start: 0, milliseconds: 50, isRequest: true);
        var (first, second) = (TestSpans.Of(Id, "A", start: 10), TestSpans.Of(Id, "B", start: 20));
        var below = TestSpans.Of(Id, "C", second.SpanId, start: 30);
        var trace = new SeenTrace(Id, 1, isWhole: true, "A");
        trace.Add(SeenSpan.From(below));
        trace.Add(SeenSpan.From(second) with { Parent = first.SpanId });
        trace.Add(SeenSpan.From(request));
        trace.Add(SeenSpan.From(first) with { Parent = second.SpanId });

        Assert.Equal(["0 request", "0 A", "1 B", "2 C"], TraceView.From(trace).Hops.Select(hop => $"{hop.Depth} {hop.Name}"));
    }

    [Fact]
    public void The_parts_of_two_nodes_are_one_trace_each_hop_with_its_node()
    {
        var request = TestSpans.Of(Id, "request", start: 0, milliseconds: 50, isRequest: true);
        var asks = TestSpans.Of(Id, "A", request.SpanId, start: 10, milliseconds: 5);
        var there = TestSpans.Of(Id, "B", asks.SpanId, start: 20, milliseconds: 5, wait: 2, error: "broken");
        var back = TestSpans.Of(Id, "C", there.SpanId, start: 30, milliseconds: 5);
        var view = TraceView.From([("here", ViewOf(back, asks, request)), ("there", ViewOf(there))]);

        Assert.Equal(["0 request here", "1 A here", "2 B there", "3 C here"], view.Hops.Select(hop => $"{hop.Depth} {hop.Name} {hop.Node}"));
        Assert.Equal([0, 10_000, 20_000, 30_000], view.Hops.Select(hop => hop.StartUs));
        Assert.Equal((50_000, true), (view.DurationUs, view.Failed));
    }

    [Fact]
    public void A_trace_of_all_nodes_has_a_limit_too()
    {
        var parts = Enumerable.Range(0, 6)
            .Select(node => ($"node {node}", ViewOf([.. Enumerable.Range(0, 200).Select(i => TestSpans.Of(Id, $"A{i}"))]))).ToList();
        var view = TraceView.From(parts);
        Assert.Equal((1_000, 200), (view.Hops.Count, view.Omitted));
    }

    [Fact]
    public void A_part_that_is_too_long_for_a_message_is_shortened_and_shows_it()
    {
        var whole = ViewOf([.. Enumerable.Range(0, 200).Select(i => TestSpans.Of(Id, $"A{i}", attributes: 5, text: new string('x', 100)))]);
        var withoutAttributes = Sent(whole);
        Assert.Equal((200, 0), (withoutAttributes.Hops.Count, withoutAttributes.Omitted));
        Assert.All(withoutAttributes.Hops, hop => Assert.Empty(hop.Attributes));

        var fewer = Sent(whole with { Hops = [.. whole.Hops.Select(hop => hop with { ErrorType = new string('\u00e9', 1_000) })] });
        Assert.Equal(200, fewer.Hops.Count + fewer.Omitted);
        Assert.NotEmpty(fewer.Hops);

        static TraceView Sent(TraceView part)
        {
            var json = part.Shortened();
            Assert.InRange(json.GetRawText().Length, 1, NodeQuestions.LongestAnswer);
            Assert.True(System.Text.Ascii.IsValid(json.GetRawText()));
            return json.Deserialize(DashboardJson.Default.TraceView)!;
        }
    }

    private static TraceView ViewOf(params Activity[] spans)
    {
        var trace = new SeenTrace(Id, 1, isWhole: true, "A");
        Array.ForEach(spans, span => trace.Add(SeenSpan.From(span)));
        return TraceView.From(trace);
    }
}
