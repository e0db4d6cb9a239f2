using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Everything that is observed for the dashboard, from the first look to the last. All listeners and all memory of the dashboard are here, so
/// disposing of it ends both. <see cref="Sample"/> is called by one thread at a time, once a second.
/// </summary>
internal sealed class Observation : IDisposable
{
    private readonly FigureListener _figures;
    private readonly LastMinute _minute;
    private readonly ReportListener _reports;
    private readonly object _lock = new();

    private readonly LineProvider? _lines;

    /// <param name="system">The instrumentation of the actor system.</param>
    /// <param name="lines">Gets the application's log lines; null where it does not.</param>
    public Observation(AkkaInstrumentationExtension system, LineProvider? lines = null)
    {
        _lines = lines;
        if (lines is not null)
        {
            lines.Store = Traces;
        }

        System = system;
        Tree = new ActorTree(system.System);
        var others = AkkaTelemetry.Source.HasListeners();
        _figures = new FigureListener(system.Tags);
        _minute = new LastMinute(_figures.AtStart);
        _reports = new ReportListener(system.SystemName);
        Spans = new SpanListener(system.SystemName, Traces, others);
        Ranking = new MailboxRanking(system.Metrics);
        Handlers = new RunningHandlers(system);
    }

    public AkkaInstrumentationExtension System { get; }

    /// <summary>When it began, <see cref="Stopwatch"/> ticks.</summary>
    public long Since { get; } = Stopwatch.GetTimestamp();

    public TraceStore Traces { get; } = new();

    public SpanListener Spans { get; }

    /// <summary>What pages were answered a moment ago.</summary>
    public AnswerCache Answers { get; } = new();

    public ActorTree Tree { get; }

    public MessageRates Rates { get; } = new();

    public MailboxRanking Ranking { get; }

    public RunningHandlers Handlers { get; }

    public GrowthTrend Growths { get; } = new();

    public IReadOnlyList<WatchdogReport> Reports => _reports.Latest;

    /// <summary>Reads the figures. The next sample waits meanwhile.</summary>
    public T Read<T>(Func<LastMinute, T> read)
    {
        lock (_lock)
        {
            return read(_minute);
        }
    }

    /// <summary>A second has passed.</summary>
    public void Sample()
    {
        var now = Stopwatch.GetTimestamp();
        lock (_lock)
        {
            var (totals, second) = _figures.Collect();
            _minute.Add(totals, second);
        }

        Spans.Renew();
        Handlers.Look(now);
        Growths.Look(
            Reports.Where(report => report is { Kind: WatchdogReport.Growing, HasEnded: false }).Select(report => report.Path).Distinct(),
            path => Tree.Find(path) is { } actor ? new ActorNode(actor).Depth : null,
            now);
    }

    public void Dispose()
    {
        if (_lines is not null)
        {
            _lines.Store = null;
        }

        Spans.Dispose();
        _reports.Dispose();
        _figures.Dispose();
    }
}
