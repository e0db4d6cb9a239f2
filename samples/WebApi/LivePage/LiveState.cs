using WebApi.LivePage.Logs;
using WebApi.LivePage.Metrics;
using WebApi.LivePage.Reports;
using WebApi.LivePage.Traces;
using WebApi.Startup;
using WebApi.Traffic;

namespace WebApi.LivePage;

/// <summary>What the page asks for each second.</summary>
internal sealed record LiveState(
    DateTime Now,
    string Akka,
    TrafficState Traffic,
    MetricsView Metrics,
    IReadOnlyList<TraceView> Slowest,
    IReadOnlyList<TraceView> Failed,
    IReadOnlyList<ReportView> Reports)
{
    public static LiveState Of(TrafficControl traffic, MetricExporter metrics, TraceExporter traces, LineExporter lines, ReportListener reports) => new(
        DateTime.UtcNow,
        AkkaInUse.Description,
        TrafficState.Of(traffic),
        metrics.View(),
        LineView.Beside(traces.Slowest(), lines),
        LineView.Beside(traces.Failed(), lines),
        reports.View());
}
