using System.Diagnostics;
using OpenTelemetry;
using WebApi.LivePage.Traces;

namespace AkkaInstrumentation.Tests;

/// <summary>The page's memory of traces: what it keeps, and that it does not grow.</summary>
public sealed class TraceExporterSpec : IDisposable
{
    private static readonly DateTime LongAgo = DateTime.UtcNow.AddSeconds(-20);

    private readonly TraceExporter _exporter = new();

    public void Dispose() => _exporter.Dispose();

    [Fact]
    public void The_slowest_come_first_and_only_some_are_kept()
    {
        foreach (var milliseconds in Enumerable.Range(1, 3000))
        {
            Export(Request(milliseconds));
        }

        Assert.Equal(Enumerable.Range(2993, 8).Reverse(), _exporter.Slowest().Select(trace => (int)(trace.Duration / 1000)));
        Assert.Empty(_exporter.Failed());
    }

    [Fact]
    public void Spans_may_come_in_any_order()
    {
        using var request = Request(milliseconds: 50);
        using var hop = Span("process A", ActivityKind.Consumer, request.Context, LongAgo.AddMilliseconds(10), milliseconds: 5);
        using var inner = Span("process B", ActivityKind.Consumer, hop.Context, LongAgo.AddMilliseconds(20), milliseconds: 5);
        inner.SetStatus(ActivityStatusCode.Error, "broken");
        Export(inner, request, hop);

        var trace = Assert.Single(_exporter.Failed());
        Assert.Equal(["request", "process A", "process B"], trace.Hops.Select(found => found.Name));
        Assert.Equal([0, 1, 2], trace.Hops.Select(found => found.Depth));
        Assert.Equal("broken", trace.Hops[2].Error);
        Assert.Equal(10_000, trace.Hops[1].Start);
    }

    [Fact]
    public void A_hop_shows_its_attributes_its_status_and_what_was_thrown()
    {
        using var request = Request(milliseconds: 50);
        using var hop = Span("process A", ActivityKind.Consumer, request.Context, LongAgo.AddMilliseconds(10), milliseconds: 5);
        hop.SetTag("akka.system.name", "shop").SetStatus(ActivityStatusCode.Error, "broken");
        hop.AddEvent(new ActivityEvent("exception", tags: new() { ["exception.stacktrace"] = "at A.B()" }));
        Export(request, hop);

        Assert.Equal(
            [["akka.system.name", "shop"], ["status", "broken"], ["exception.stacktrace", "at A.B()"]],
            Assert.Single(_exporter.Failed()).Hops[1].Attributes);
    }

    [Fact]
    public void Spans_that_belong_to_no_request_are_not_shown()
    {
        Export(Span("process A", ActivityKind.Consumer, default, LongAgo, milliseconds: 5));
        Assert.Empty(_exporter.Slowest());
    }

    private void Export(params Activity[] spans) => _exporter.Export(new Batch<Activity>(spans, spans.Length));

    private static Activity Request(int milliseconds) => Span("request", ActivityKind.Server, default, LongAgo, milliseconds);

    private static Activity Span(string name, ActivityKind kind, ActivityContext parent, DateTime start, double milliseconds)
    {
        using var source = new ActivitySource("TraceExporterSpec");
        using var listener = new ActivityListener
        {
            ShouldListenTo = listened => ReferenceEquals(listened, source),
            Sample = (ref _) => ActivitySamplingResult.AllDataAndRecorded,
        };
        ActivitySource.AddActivityListener(listener);
        Activity.Current = null;
        var span = source.StartActivity(name, kind, parent, startTime: start)!;
        span.SetEndTime(start.AddMilliseconds(milliseconds));
        span.Stop();
        return span;
    }
}
