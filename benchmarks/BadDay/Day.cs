using System.Diagnostics;
using System.Security.Claims;
using Akka.Actor;
using Akka.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>All troubles at once, in an application with metrics, traces within a budget, and a dashboard. At its end it is judged.</summary>
internal static class Day
{
    public const string Name = "day";

    /// <summary>Spans a second.</summary>
    public const int Budget = 100;

    /// <summary>Of the peers, too.</summary>
    public const string Remoting =
        """

        akka {
          loglevel = WARNING
          stdout-loglevel = OFF
          coordinated-shutdown.run-by-clr-shutdown-hook = off
          actor.provider = remote
          remote.dot-netty.tcp { hostname = 127.0.0.1, port = 0 }
        }
        """;

    private const int Crowd = 5_000;
    private const int MinThreads = 12;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    public static async Task<int> Run(int seconds)
    {
        // The conversations pause in their handlers. That threads are few is not among the troubles.
        ThreadPool.SetMinThreads(MinThreads, MinThreads);
        var (spans, metrics, errors, heap) = (new SeenSpans(), new SeenMetrics(), new SeenErrors(), new HeapCurve());
        using var exporter = new PeriodicExportingMetricReader(metrics, exportIntervalMilliseconds: 5_000);
        await using var app = Build(spans, exporter, errors);
        await app.StartAsync();
        var system = app.Services.GetRequiredService<ActorSystem>();
        foreach (var type in QuietTypes.All)
        {
            type.Start(system);
        }

        system.ActorOf(Props.Create<Crowding>(), "crowd").Tell(Crowd);
        await using var peers = await Peers.Start(system);
        using var viewers = new Viewers(app.Urls.First());
        await viewers.LookFirst();
        using var ends = new CancellationTokenSource(TimeSpan.FromSeconds(seconds));
        var end = ends.Token;
        Console.WriteLine($"A bad day of {seconds} s; the clock {(Clock.Steps ? "steps" : "does not step: libfaketime is not installed")}.");
        Talk.Start(system, end);
        var watch = Stopwatch.StartNew();
        await Task.WhenAll(
            QuietTypes.SendUntil(end),
            viewers.LookUntil(end),
            heap.MeasureUntil(TimeSpan.FromSeconds(Math.Clamp(seconds / 60, 1, 5)), end),
            Noise.RunUntil(system, end),
            Handlers.RunUntil(system, end),
            Task.Run(() => Backlogs.RunUntil(system, end)),
            Task.Run(() => Turns.RunUntil(end)),
            Task.Run(() => Listeners.RunUntil(end)),
            peers.SendUntil(end),
            viewers.AskWorstUntil(end),
            Clock.StepUntil(end));
        var lasted = spans.Second;
        Console.WriteLine($"{watch.Elapsed.TotalSeconds:0} s are over.");
        var counts = await peers.End();
        await Wait.Until(() => Line.All.All(line => line.IsQuiet), Patience);
        app.Services.GetRequiredService<MeterProvider>().ForceFlush();
        var verdict = new Judge(seconds, lasted, spans, metrics, errors, heap, viewers, counts);
        await verdict.Read();
        await app.StopAsync();
        return verdict.Print() ? 0 : 1;
    }

    private static WebApplication Build(SeenSpans spans, MetricReader reader, SeenErrors errors)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Logging.SetMinimumLevel(LogLevel.Warning).AddProvider(errors);
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddAkka(Name, (akka, _) => akka
            .AddHocon($"{Remoting}\nakka.instrumentation.tracing.sampling.budget = {Budget}", HoconAddMode.Prepend)
            .ConfigureLoggers(loggers =>
            {
                loggers.ClearLoggers();
                loggers.AddLoggerFactory();
                loggers.LogLevel = Akka.Event.LogLevel.WarningLevel;
            })
            .WithInstrumentation());
        builder.Services.AddOpenTelemetry()
            .WithTracing(tracing => tracing.AddAkkaInstrumentation().AddProcessor(spans))
            .WithMetrics(metrics => metrics.AddAkkaInstrumentation().AddReader(reader));
        var app = builder.Build();
        app.Use((context, next) =>
        {
            var viewer = new Claim(ClaimTypes.Name, $"{context.Request.Headers[Viewers.Header]}");
            context.User = new ClaimsPrincipal(new ClaimsIdentity([viewer], "header"));
            return next(context);
        });
        app.MapAkkaDashboard("/akka").AllowAnonymous();
        app.MapGet(Viewers.EmptyPath, () => "");
        return app;
    }

    private sealed class Crowding : ReceiveActor
    {
        public Crowding() => Receive<int>(count =>
        {
            for (var i = 0; i < count; i++)
            {
                Context.ActorOf(Props.Create<Taking>(), $"{i}");
            }
        });
    }
}
