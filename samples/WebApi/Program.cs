using Akka.Hosting;
using AkkaInstrumentation;
using OpenTelemetry;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;
using WebApi.Actors;
using WebApi.FrontPage;
using WebApi.Orders;
using WebApi.Startup;
using WebApi.Traffic;
using WebApi.Trouble;

namespace WebApi;

/// <summary>The whole shop. Its actors contain no telemetry; the four numbered calls are all that it takes.</summary>
public static class Shop
{
    public static Task<int> Main(string[] args) => ShopHost.RunAsync(Build(args));

    public static WebApplication Build(string[] args)
    {
        var builder = WebApplication.CreateBuilder(args);
        builder.AddShopDefaults();

        builder.Services.AddAkka("shop", (akka, _) => akka
            .WithInstrumentation(ShopDefaults.Watchful) // 1: every actor of this system gets the instrumented mailbox and dispatcher
            .WithShopLogging()
            .WithHostShutdown()
            .WithWatchfulness()
            .WithShopActors());

        var telemetry = builder.Services.AddOpenTelemetry()
            .ConfigureResource(resource => resource.AddService("shop").AddEnvironmentVariableDetector()) // what Aspire knows it by
            .WithTracing(tracing => tracing
                .AddAkkaInstrumentation() // 2: a span for each message
                .AddSource("Microsoft.AspNetCore")) // the HTTP request that a trace begins with
            .WithMetrics(metrics => metrics
                .AddAkkaInstrumentation() // 3: what waits, what works, what fails
                .AddMeter("Microsoft.AspNetCore.Hosting")
                .SetExemplarFilter(ExemplarFilterType.TraceBased) // from a point of a histogram to a trace
                .AddPrometheusExporter())
            .WithLogging(logging => logging
                .AddAkkaInstrumentation()); // 4: each line that an actor logs, in the span of its message

        // Export as usual. The environment decides where to, for example OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4317
        if (builder.Configuration["OTEL_EXPORTER_OTLP_ENDPOINT"] is { Length: > 0 })
        {
            telemetry.UseOtlpExporter();
        }

        // The rest is this sample's own: a page with buttons, and customers.
        builder.Services.AddHealthChecks().AddAkkaHealthCheck(ShopDefaults.Impatient);
        builder.Services.AddSingleton<CardNetwork>();
        builder.Services.AddBadRequests();
        builder.Services.AddTraffic();
        builder.Services.AddAuthorizationBuilder().AddPolicy("everybody", policy => policy.RequireAssertion(_ => true));

        var app = builder.Build();
        app.UseRequestSpans();
        app.UseBadRequests();
        // Everybody may see it and change settings, because this shop has no secrets. Yours needs a policy for each.
        app.MapAkkaDashboard("/akka", options => options.ChangePolicy = "everybody").AllowAnonymous();
        app.MapOrders();
        app.MapFrontPage();
        app.MapTraffic();
        app.MapTrouble();
        app.MapHealthChecks("/health");
        app.MapPrometheusScrapingEndpoint(); // /metrics
        return app;
    }
}
