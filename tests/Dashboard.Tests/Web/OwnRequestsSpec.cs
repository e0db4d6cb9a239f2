using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Tests;

/// <summary>The requests of the dashboard's own page in the traces of the OpenTelemetry SDK. Alone, because sources are the process's.</summary>
[Collection(Alone.Name)]
public sealed class OwnRequestsSpec
{
    private static readonly ActivitySource Middleware = new("Dashboard.Tests.Middleware");

    [Fact]
    public async Task They_are_in_no_trace_and_those_of_the_application_are()
    {
        using var exporter = new Exported();
        await using var host = await DashboardHost.Start(
            dashboard => dashboard.AllowAnonymous(),
            services: services => services.AddOpenTelemetry().WithTracing(tracing => tracing
                .SetSampler(new AlwaysOnSampler())
                .AddSource("Microsoft.AspNetCore", Middleware.Name, AkkaTelemetry.SourceName)
                .AddProcessor(new SimpleActivityExportProcessor(exporter))),
            pipeline: app => app.Use(async (context, next) =>
            {
                using var inner = Middleware.StartActivity("middleware");
                await next(context);
            }));
        using var client = new HttpClient(new SocketsHttpHandler { ActivityHeadersPropagator = null }) { BaseAddress = host.Client.BaseAddress };
        foreach (var address in new[] { "", "../akka", $"assets/{PageFiles.All.Version}/app.js", "api/v1/status",
            "api/v1/actors?find=a", "api/v1/settings", "api/v1/explain" })
        {
            using var own = await client.GetAsync(address);
            Assert.NotEqual(0, (int)own.StatusCode);
        }

        using var changed = await client.PostAsync("api/v1/changes", content: null);
        using var others = await client.GetAsync("/another");
        await Eventually.Equal(2, () => exporter.Names.Count);
        Assert.Equal(["Microsoft.AspNetCore.Hosting.HttpRequestIn", "middleware"], exporter.Names.Order(StringComparer.Ordinal));
    }

    private sealed class Exported : BaseExporter<Activity>
    {
        public ConcurrentQueue<string> Names { get; } = new();

        public override ExportResult Export(in Batch<Activity> batch)
        {
            foreach (var span in batch)
            {
                Names.Enqueue(span.OperationName);
            }

            return ExportResult.Success;
        }
    }
}
