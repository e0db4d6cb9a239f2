using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The data that is observed for the dashboard while a page is open, beside the history. All its listeners and all its memory are here, so disposing
/// of it frees both. <see cref="Sample"/> is called by one thread at a time, once a second.
/// </summary>
internal sealed class Observation : IDisposable
{
    private readonly LineProvider? _lines;

    /// <param name="history">The history of the actor system.</param>
    /// <param name="budget">The time for all answers.</param>
    /// <param name="lines">Gets the application's log lines; null if it gets none.</param>
    public Observation(SystemHistory history, AnswerBudget budget, LineProvider? lines = null)
    {
        Answers = new AnswerCache(budget);
        _lines = lines;
        if (lines is not null)
        {
            lines.Store = Traces;
        }

        History = history;
        history.Times = Times;
        System = history.System;
        AtStart = history.Read(minute => minute.Totals);
        Namespaces = new TypeNamespaces(System.Metrics);
        Tree = new ActorTree(System.System);
        Spans = new SpanListener(System.SystemName, Traces);
        Ranking = new MailboxRanking(System.Metrics);
        Handlers = new RunningHandlers(System);
    }

    public SystemHistory History { get; }

    public AkkaInstrumentationExtension System { get; }

    /// <summary>When it began, <see cref="Stopwatch"/> ticks.</summary>
    public long Since { get; } = Stopwatch.GetTimestamp();

    /// <summary>The counts when it began.</summary>
    public FigureTotals AtStart { get; }

    public TraceStore Traces { get; } = new();

    public SpanListener Spans { get; }

    /// <summary>The latest answers, which pages share.</summary>
    public AnswerCache Answers { get; }

    public TypeNamespaces Namespaces { get; }

    public ActorTree Tree { get; }

    /// <summary>The application's latest log lines; null if it gets none.</summary>
    public RecentLines? Lines => _lines?.Recent;

    public MessageRates Rates { get; } = new(most: 1_000);

    /// <summary>How long messages took in the last minute, by their types.</summary>
    public MessageTimes Times { get; } = new();

    public MailboxRanking Ranking { get; }

    public RunningHandlers Handlers { get; }

    /// <inheritdoc cref="SystemHistory.Read"/>
    public T Read<T>(Func<LastMinute, T> read) => History.Read(read);

    /// <summary>A second has passed.</summary>
    public void Sample()
    {
        Handlers.Look(Stopwatch.GetTimestamp());
        History.Sample(Handlers.AddTo);
        Spans.Renew();
    }

    public void Dispose()
    {
        if (_lines is not null)
        {
            _lines.Store = null;
        }

        History.Times = null;
        Spans.Dispose();
    }
}
