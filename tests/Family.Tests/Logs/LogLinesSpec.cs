using Akka.Hosting;
using Akka.Logger.Serilog;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Serilog.Core;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>Lines that handlers log, as Serilog gets them. Serilog's logger is one for the process.</summary>
[Collection(Alone.Name)]
public sealed class LogLinesSpec
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Akkas_Serilog_logger_gives_each_line_the_trace_of_its_message(bool isSampled)
    {
        const int Orders = 20;
        var (sink, expected) = (new Sink(), new ConcurrentDictionary<string, ActivityContext>());
        using var logger = new Serilog.LoggerConfiguration().WriteTo.Sink(sink).CreateLogger();
        Serilog.Log.Logger = logger;
        using var listener = Recorded.Everything();
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();

        // Akka goes on without a logger that a busy machine has not started by then, and its lines are lost.
        builder.Services.AddAkka($"logs-{Guid.NewGuid():N}", (akka, _) => akka
            .AddHocon("akka { loglevel = INFO, logger-startup-timeout = 60s }", HoconAddMode.Prepend)
            .ConfigureLoggers(loggers => loggers.ClearLoggers().AddLogger<SerilogLogger>())
            .WithInstrumentation());
        using var host = builder.Build();
        await host.StartAsync();
        var system = host.Services.GetRequiredService<ActorSystem>();
        var actors = Enumerable.Range(0, 4).Select(_ => system.ActorOf(Props.Create(() => new Clerk(expected)))).ToList();
        await Task.WhenAll(actors.Select(actor => actor.Ask<ActorIdentity>(new Identify("started"), TimeSpan.FromSeconds(20))));

        // each order in a trace of its own, logged before and after an await
        await Task.WhenAll(Enumerable.Range(0, Orders).Select(async number =>
        {
            using var root = new Activity("request").SetIdFormat(ActivityIdFormat.W3C).SetParentId(
                ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), isSampled ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None)
                    .Start();
            Assert.Equal(root.TraceId, await actors[number % actors.Count].Ask<ActivityTraceId>($"order {number}", TimeSpan.FromSeconds(20)));
        }));
        Assert.Equal(2 * Orders, expected.Count);
        await Eventually.True(() => expected.Keys.All(text => sink.Lines.Any(line => line.Text == text)));
        await host.StopAsync();
        foreach (var (text, handler) in expected)
        {
            var line = Assert.Single(sink.Lines, line => line.Text == text);
            Assert.Equal(handler.TraceId, line.Trace);
            Assert.True(line.Span != default);
            if (isSampled)
            {
                Assert.Equal(handler.SpanId, line.Span);
            }
        }
    }

    private sealed record Line(string Text, ActivityTraceId Trace, ActivitySpanId Span);

    private sealed class Clerk : ReceiveActor
    {
        public Clerk(ConcurrentDictionary<string, ActivityContext> logged)
        {
            var log = Context.GetLogger();
            ReceiveAsync<string>(async order =>
            {
                Write($"{order} begun");
                await Task.Yield();
                Write($"{order} done");
                Sender.Tell(Activity.Current!.TraceId);
            });

            void Write(string text)
            {
                logged[text] = Activity.Current!.Context;
                log.Info(text);
            }
        }
    }

    private sealed class Sink : ILogEventSink
    {
        private readonly ConcurrentQueue<Line> _lines = new();

        public IReadOnlyCollection<Line> Lines => _lines;

        public void Emit(Serilog.Events.LogEvent logEvent) =>
            _lines.Enqueue(new Line(logEvent.RenderMessage(null), logEvent.TraceId ?? default, logEvent.SpanId ?? default));
    }
}
