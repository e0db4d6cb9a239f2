using System.Reflection;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;
using WebApi.LivePage.Logs;
using WebApi.LivePage.Metrics;
using WebApi.LivePage.Reports;
using WebApi.LivePage.Traces;

namespace WebApi.LivePage;

/// <summary>
/// The page at <c>/</c>. It is fed by three exporters in this process, which get from the OpenTelemetry SDK what any
/// other exporter gets.
/// </summary>
internal static class LivePageExtensions
{
    private const string DataPath = "/live";
    private const int IntervalMilliseconds = 1000;
    private const int SpanDelayMilliseconds = 250;

    private static readonly byte[] Page = ReadPage();

    public static void AddLivePage(this IServiceCollection services)
    {
        services.AddResponseCompression();
        services.AddSingleton<TraceExporter>();
        services.AddSingleton<MetricExporter>();
        services.AddSingleton<ReportListener>();
        services.ConfigureOpenTelemetryTracerProvider((provider, tracing) => tracing.AddProcessor(
            new BatchActivityExportProcessor(
                provider.GetRequiredService<TraceExporter>(), maxQueueSize: 16_384, SpanDelayMilliseconds)));
        services.AddLines();
        services.ConfigureOpenTelemetryMeterProvider((provider, metrics) => metrics.AddReader(
            new PeriodicExportingMetricReader(provider.GetRequiredService<MetricExporter>(), IntervalMilliseconds)));
    }

    public static void MapLivePage(this WebApplication app)
    {
        // made now, so that it listens before anybody asks
        _ = app.Services.GetRequiredService<ReportListener>();
        app.UseWhen(context => context.Request.Path == DataPath, data => data.UseResponseCompression());
        app.MapGet("/", (HttpContext context) =>
        {
            context.Response.Headers.ContentSecurityPolicy =
                "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; connect-src 'self'";
            return Results.Bytes(Page, "text/html; charset=utf-8");
        }).DisableHttpMetrics();
        app.MapGet(DataPath, LiveState.Of).DisableHttpMetrics();
    }

    private static byte[] ReadPage()
    {
        using var resource = Assembly.GetExecutingAssembly().GetManifestResourceStream("page.html")!;
        using var page = new MemoryStream();
        resource.CopyTo(page);
        return page.ToArray();
    }
}
