using OpenTelemetry.Logs;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>Lines that handlers log through Akka: OpenTelemetry and other loggers have them in the handler's span.</summary>
public sealed class HandlerLinesSpec
{
    [Fact]
    public async Task A_line_belongs_to_the_span_of_its_handler()
    {
        await using var host = await LogHost.Start();
        var actor = await host.Host.StartActor(Handler.Props((context, message) =>
        {
            host.Log(context.GetLogger(), "by-context");
            host.Log(Logging.GetLogger(context.System, "a source"), "by-source");
            context.Sender.Tell(message);
        }));
        var sender = await TestHost.Traced(() => actor.Ask<string>("log"));

        await host.AssertInPlace("by-context");
        await host.AssertInPlace("by-source");
        Assert.Equal(await host.SpanOf(sender, "Handler"), host.ExportedLine("by-context").Trace);
        Assert.Equal(ActivityTraceFlags.Recorded, host.ExportedLine("by-context").Trace.TraceFlags);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task So_do_lines_after_awaits_and_from_what_the_handler_starts(bool systemActors)
    {
        await using var host = await LogHost.Start(akka => akka.WithInstrumentation(options => options.SystemActors = systemActors));
        var actor = await host.Host.StartActor(AsyncHandler.Props(async (context, message) =>
        {
            var (log, sender, self) = (context.GetLogger(), context.Sender, context.Self);
            host.Log(log, "line-before");
            await Task.Delay(5);
            host.Log(log, "line-after");
            await Task.Run(() => host.Log(log, "line-of-task"));
            var span = Activity.Current!;
            _ = Task.Factory.StartNew(Later, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).PipeTo(sender, self);

            // On a thread of its own, which has logged nothing while the span was open.
            string Later()
            {
                SpinWait.SpinUntil(() => span.IsStopped);
                host.Log(log, "line-of-later-work");
                return "done";
            }
        }));
        var sender = await TestHost.Traced(() => actor.Ask<string>("log"));

        string[] names = ["line-before", "line-after", "line-of-task", "line-of-later-work"];
        var span = await host.SpanOf(sender, "AsyncHandler");
        foreach (var name in names)
        {
            await host.Arrived(name);
            Assert.Equal((span, span), (host.ExportedLine(name).Trace, host.PlainLine(name).Trace));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_trace_that_is_not_recorded_has_its_lines_too(bool systemActors)
    {
        await using var host = await LogHost.Start(akka => akka.WithInstrumentation(options => options.SystemActors = systemActors));
        var actor = await host.Host.StartActor(Handler.Props((context, message) =>
        {
            host.Log(context.GetLogger(), "unrecorded");
            context.Sender.Tell(message);
        }));
        using var unrecorded = Unsampled.Activity("sender").Start();
        await actor.Ask<string>("log");

        await host.AssertInPlace("unrecorded");
        Assert.Equal((unrecorded.TraceId, ActivityTraceFlags.None),
            (host.ExportedLine("unrecorded").Trace.TraceId, host.ExportedLine("unrecorded").Trace.TraceFlags));
    }

    [Fact]
    public async Task Outside_of_a_trace_a_line_has_no_ids_also_after_one_inside()
    {
        await using var host = await LogHost.Start();
        using (var sender = Unsampled.Activity("sender").Start())
        {
            host.Log(host.System.Log, "inside");
        }

        host.Log(host.System.Log, "outside");
        await host.AssertInPlace("inside");
        await host.Arrived("outside");
        Assert.False(host.PlainLine("outside").HasTrace);
        Assert.False(host.ExportedLine("outside").HasTrace);
    }

    [Fact]
    public async Task Without_the_third_call_a_line_is_in_the_span_too()
    {
        await using var host = await LogHost.Start(akka: null, (logging, exporter) => logging.AddProcessor(exporter));
        using var sender = Unsampled.Activity("sender");
        sender.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        sender.Start();
        host.Log(host.System.Log, "plainly");

        await host.AssertIn(LogHost.Ids(sender.Context), "plainly");
    }

    [Fact]
    public async Task Baggage_flows_to_the_logger_and_not_to_its_next_line()
    {
        await using var host = await LogHost.Start();
        using (var sender = Unsampled.Activity("sender").Start())
        {
            sender.SetBaggage("tenant", "blue");
            Baggage.SetBaggage("shop", "north");
            host.Log(host.System.Log, "with-baggage");
            Baggage.ClearBaggage();
        }

        host.Log(host.System.Log, "without-any");
        await host.AssertInPlace("with-baggage");
        await host.Arrived("without-any");
        var (with, without) = (host.PlainLine("with-baggage"), host.PlainLine("without-any"));
        Assert.Equal(("blue", "north"), (with.Baggage["tenant"], with.AmbientBaggage["shop"]));
        Assert.Empty(without.Baggage);
        Assert.Empty(without.AmbientBaggage);
    }

    [Fact]
    public async Task A_message_that_a_logger_sends_stays_in_the_trace_of_the_line()
    {
        await using var host = await LogHost.Start();
        var relay = await host.Host.StartActor(Echo.Props);
        host.OnLine = text =>
        {
            if (text.Contains("relayed", StringComparison.Ordinal))
            {
                relay.Tell("a line", ActorRefs.NoSender);
            }
        };
        var sender = await TestHost.Traced(() => host.Log(host.System.Log, "relayed"));

        await host.Host.Exported(sender, 2);
        var span = Assert.Single(host.Host.Sdk.SpansOf(sender.TraceId), span => span.IsOfMessage());
        Assert.Equal(sender.SpanId, span.ParentSpanId);
    }

    [Fact]
    public async Task Akka_Hostings_own_call_gives_the_same_alone_and_beside_the_third_call()
    {
        await using var theirs = await LogHost.Start(akka: null, (logging, exporter) => Correlate(logging).AddProcessor(exporter));
        await using var both = await LogHost.Start(akka: null, (logging, exporter) => Correlate(logging)
            .AddAkkaInstrumentation().AddAkkaInstrumentation().AddProcessor(exporter));
        foreach (var host in new[] { theirs, both })
        {
            var actor = await host.Host.StartActor(Handler.Props((context, message) =>
            {
                host.Log(context.GetLogger(), "correlated");
                context.Sender.Tell(message);
            }));
            var sender = await TestHost.Traced(() => actor.Ask<string>("log"));

            await host.AssertIn(await host.SpanOf(sender, "Handler"), "correlated");
        }

        static LoggerProviderBuilder Correlate(LoggerProviderBuilder logging) =>
            logging.ConfigureServices(services => services.Configure<OpenTelemetryLoggerOptions>(options => options.AddAkkaTraceCorrelation()));
    }

    [Fact]
    public void Null_is_refused_by_name() =>
        Assert.Equal("builder", Assert.Throws<ArgumentNullException>(() => ((LoggerProviderBuilder)null!).AddAkkaInstrumentation()).ParamName);
}
