using System.Diagnostics;

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
        Assert.Equal([0, 10_000, 20_000], view.Hops.Select(hop => hop.Start));
        Assert.Equal("broken", view.Hops[2].Error);
        Assert.Equal([false, true, true], view.Hops.Select(hop => hop.Actor));
        Assert.True(view.Failed);
        Assert.Equal(50_000, view.Total);
    }

    [Fact]
    public void The_time_in_the_stash_comes_before_the_wait_and_both_before_the_work()
    {
        var first = TestSpans.Of(Id, "A", start: 0, milliseconds: 1);
        var hop = Assert.Single(ViewOf(TestSpans.Of(Id, "B", first.SpanId, start: 100, milliseconds: 5, wait: 20, stash: 70)).Hops);
        Assert.Equal((70_000, 20_000, 5_000), (hop.Stash, hop.Wait, hop.Work));

        // the view begins where the stash does
        Assert.Equal(90_000, hop.Start);
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
        var one = SeenSpan.Of(TestSpans.Of(Id, "A", parent)) with { Id = parent };
        var trace = new SeenTrace(Id, 1, isWhole: true);
        trace.Add(one);
        Assert.Single(TraceView.Of(trace).Hops);
    }

    private static TraceView ViewOf(params Activity[] spans)
    {
        var trace = new SeenTrace(Id, 1, isWhole: true);
        Array.ForEach(spans, span => trace.Add(SeenSpan.Of(span)));
        return TraceView.Of(trace);
    }
}
