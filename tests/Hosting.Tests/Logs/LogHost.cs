using OpenTelemetry.Logs;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>A host whose actors log through Akka to a plain provider and to OpenTelemetry, and what was current where they logged.</summary>
internal sealed class LogHost : IAsyncDisposable
{
    private readonly ConcurrentDictionary<string, ActivityContext> _noted = new();
    private readonly ConcurrentQueue<Line> _plain = new();

    private LogHost() { }

    public TestHost Host { get; private set; } = null!;

    public ActorSystem System => Host.System;

    /// <summary>Called inside each line of the plain provider, on the logger's thread.</summary>
    public Action<string>? OnLine { get; set; }

    public RecordExporter Exported { get; } = new();

    /// <summary>A host with all three calls.</summary>
    public static Task<LogHost> Start(Action<AkkaConfigurationBuilder>? akka = null) =>
        Start(akka, (logging, exporter) => logging.AddAkkaInstrumentation().AddProcessor(exporter));

    public static async Task<LogHost> Start(
        Action<AkkaConfigurationBuilder>? akka, Action<LoggerProviderBuilder, BaseProcessor<LogRecord>> logging, bool isTraced = true)
    {
        var made = new LogHost();
        made.Host = await TestHost.StartWithServices(
            (builder, _) =>
            {
                // Akka goes on without a logger that a busy machine has not started by then, and its lines are lost.
                builder.AddHocon("akka { loglevel = INFO, logger-startup-timeout = 60s }", HoconAddMode.Prepend);
                builder.ConfigureLoggers(loggers => loggers.ClearLoggers().AddLoggerFactory());
                akka?.Invoke(builder);
                builder.WithInstrumentation();
            },
            host =>
            {
                host.Logging.AddProvider(new LineProvider(made.Keep));
                host.Services.Configure<OpenTelemetryLoggerOptions>(options => options.IncludeFormattedMessage = true);
                host.Services.AddOpenTelemetry()
                    .WithTracing(tracing => tracing.AddSource(isTraced ? "Hosting.Tests" : "none"))
                    .WithLogging(theirs => logging(theirs, new BatchLogRecordExportProcessor(made.Exported, 262_144, 50)));
            });
        return made;
    }

    /// <summary>Logs a line with a name of its own, and notes what is current.</summary>
    public void Log(ILoggingAdapter log, string name)
    {
        _noted[name] = Activity.Current?.Context ?? default;
        log.Info(name);
    }

    /// <summary>What was current where the line was logged.</summary>
    public ActivityContext Noted(string name) => Ids(_noted[name]);

    /// <summary>The line as the plain provider got it.</summary>
    public Line PlainLine(string text) => Assert.Single(_plain, line => line.Text.Contains(text, StringComparison.Ordinal));

    /// <summary>The line as OpenTelemetry has exported it.</summary>
    public Line ExportedLine(string text) => Assert.Single(Exported.Lines, line => line.Text.Contains(text, StringComparison.Ordinal));

    /// <summary>Waits until the line has arrived everywhere.</summary>
    public Task Arrived(string text) => Eventually.Passes(() =>
    {
        PlainLine(text);
        ExportedLine(text);
    });

    /// <summary>The line belongs to what was current where it was logged.</summary>
    public async Task AssertInPlace(string name)
    {
        await Eventually.True(() => _noted.ContainsKey(name), () => $"{name} was not logged");
        await AssertIn(Noted(name), name);
        Assert.NotEqual(default, Noted(name));
    }

    /// <summary>
    /// OpenTelemetry and every other logger have the line in exactly this span. In an unsampled trace they have its trace, because no span there is
    /// exported.
    /// </summary>
    public async Task AssertIn(ActivityContext span, string text)
    {
        await Arrived(text);
        var isRecorded = (span.TraceFlags & ActivityTraceFlags.Recorded) != 0;
        foreach (var ids in new[] { ExportedLine(text).Trace, PlainLine(text).Trace })
        {
            Assert.Equal(span, isRecorded ? ids : new ActivityContext(ids.TraceId, span.SpanId, ids.TraceFlags));
        }
    }

    public ValueTask DisposeAsync() => Host.DisposeAsync();

    /// <summary>The span of the message in a sender's trace.</summary>
    public async Task<ActivityContext> SpanOf(Activity sender, string actor)
    {
        await Eventually.True(() => Host.Sdk.SpansOf(sender.TraceId).Any(span => IsOf(span, actor)));
        return Ids(Host.Sdk.SpansOf(sender.TraceId).First(span => IsOf(span, actor)).Context);
    }

    // What consoles, Serilog and NLog read, too.
    private void Keep(string category, LogLevel level, object? state, Exception? exception, string text)
    {
        var current = Activity.Current;
        _plain.Enqueue(new Line(text, Ids(current?.Context ?? default), exception)
        {
            Baggage = current?.Baggage.DistinctBy(item => item.Key).ToDictionary() ?? [],
            AmbientBaggage = Baggage.Current.GetBaggage().ToDictionary(),
        });
        OnLine?.Invoke(text);
    }

    private static bool IsOf(Activity span, string actor) => span.DisplayName.Split('/')[0].EndsWith(actor, StringComparison.Ordinal);

    public static ActivityContext Ids(ActivityContext context) => new(context.TraceId, context.SpanId, context.TraceFlags);
}
