namespace AkkaInstrumentation;

/// <summary>The settings of one actor system, as <c>reference.conf</c> describes them. Immutable. A change at run time makes a new object.</summary>
internal sealed record InstrumentationSettings
{
    /// <summary>New traces per second by default.</summary>
    public const int DefaultNewTraces = 1_000;

    private const int CandidatesForSpan = 10;
    private const int MaxCandidates = 1_000;

    public required bool TracingEnabled { get; init; }

    public required bool MetricsEnabled { get; init; }

    public required bool SystemActors { get; init; }

    /// <summary>Share of roots that may be traced, 0 to 1; not a number if it is adaptive.</summary>
    public required double TracingSamplingRatio { get; init; }

    /// <summary>Spans per second; infinite for no limit.</summary>
    public required double TracingSamplingBudget { get; init; }

    /// <summary>Which unsampled roots get a trace id of their own.</summary>
    public required AkkaUnsampledTraceIds TracingSamplingUnsampledTraceIds { get; init; }

    /// <summary>Whether failed messages get a retroactive span.</summary>
    public required bool TracingRetroactiveErrors { get; init; }

    /// <summary>The wait after which a message gets a retroactive span; infinite for none.</summary>
    public required TimeSpan TracingRetroactiveSlowWait { get; init; }

    /// <summary>The processing time after which a message gets a retroactive span; infinite for none.</summary>
    public required TimeSpan TracingRetroactiveSlowWork { get; init; }

    /// <summary>Limit of retroactive spans per second.</summary>
    public required int TracingRetroactiveLimit { get; init; }

    /// <summary>Whether spans contain the message's text.</summary>
    public required bool TracingContentEnabled { get; init; }

    /// <summary>Maximum length of that text, in characters.</summary>
    public required int TracingContentMaxLength { get; init; }

    /// <summary>Whether spans of failures contain the exception as an event.</summary>
    public required bool TracingExceptionsEnabled { get; init; }

    /// <summary>Maximum length of each text of the exception, in characters.</summary>
    public required int TracingExceptionsMaxLength { get; init; }

    /// <summary>Whether there are the attributes, the metrics and the log event of the messaging conventions.</summary>
    public required bool TracingMessagingAttributes { get; init; }

    /// <summary>The kind of a span whose parent is in the same process.</summary>
    public required AkkaLocalSpanKind TracingLocalSpanKind { get; init; }

    /// <summary>Whether a recorded message that leaves the node has a span of its own for that.</summary>
    /// <summary>Spans of one trace.</summary>
    public required int TracingMaxSpansPerTrace { get; init; }

    public required bool TracingSendSpans { get; init; }

    /// <summary>Whether the spans of Akka.Streams are wanted.</summary>
    public required bool TracingStreams { get; init; }

    /// <summary>Which nodes get the context of a message.</summary>
    public required AkkaRemoteTracing TracingRemote { get; init; }

    /// <summary>Which messages are timed for the distributions.</summary>
    public required AkkaMessageDistributions MetricsDistributions { get; init; }

    /// <summary>In adaptive mode, the number of messages timed per second and actor type.</summary>
    public required int MetricsDistributionsRate { get; init; }

    /// <summary>Number of actor types that metrics distinguish.</summary>
    public required int MetricsMaxActorTypes { get; init; }

    /// <summary>Number of message types that metrics distinguish, for each actor type.</summary>
    public required int MetricsMaxMessageTypes { get; init; }

    /// <summary>Whether messages are counted by the type of their sender.</summary>
    public required bool MetricsFlow { get; init; }

    public required bool PressureEnabled { get; init; }

    /// <summary>How long a mailbox may grow before it is reported.</summary>
    public required TimeSpan PressureGrowingFor { get; init; }

    /// <summary>Number of messages below which a mailbox is never reported.</summary>
    public required int PressureMinDepth { get; init; }

    public required int PressureReportsPerMinute { get; init; }

    public required bool BlockingEnabled { get; init; }

    /// <summary>How long a handler may block its thread before it is reported.</summary>
    public required TimeSpan BlockingThreshold { get; init; }

    public required int BlockingReportsPerMinute { get; init; }

    /// <summary>The rules for single actors and messages.</summary>
    public required RuleSet Rules { get; init; }

    /// <summary>The user's filter by content; null for none.</summary>
    public TraceFilter? Filter { get; init; }

    /// <summary>What the settings and the user's callbacks add to a span; null for nothing.</summary>
    public SpanDetails? Details { get; init; }

    /// <summary>Ids of the dispatcher sections to instrument; <see cref="DispatcherSections.Every"/> for all.</summary>
    public IReadOnlyList<string> Dispatchers { get; init; } = EveryDispatcher;

    /// <summary>One instance, so that equal settings compare as equal.</summary>
    public static IReadOnlyList<string> EveryDispatcher { get; } = [DispatcherSections.Every];

    /// <summary>
    /// Number of messages timed per second and actor type; 0 for all. A budget of spans chooses among the timed messages, and needs more of them than it has spans,
    /// to find rare pairs of actor and message type beside busy ones.
    /// </summary>
    public int TimedPerSecond => MetricsDistributions == AkkaMessageDistributions.All ? 0 : Math.Max(MetricsDistributionsRate, CandidatesForBudget);

    /// <summary>
    /// Number of runs timed per second and dispatcher; 0 for all. More than messages: a system has few dispatchers, and their busy time is a sum, which
    /// needs more values than a percentile.
    /// </summary>
    public int TimedRunsPerSecond => MetricsDistributions == AkkaMessageDistributions.All ? 0 : 10 * MetricsDistributionsRate;

    /// <summary>Maximum length of each text of an exception, in characters; 0 when spans contain no exception.</summary>
    public int ExceptionLength => TracingExceptionsEnabled ? TracingExceptionsMaxLength : 0;

    /// <summary>Share of roots that may be traced, 0 to 1.</summary>
    public double SampledShare => double.IsNaN(TracingSamplingRatio) ? 1 : TracingSamplingRatio;

    /// <summary>Limit of new traces per second, whose spans have none; infinite if a ratio or a budget is set.</summary>
    public double NewTraces => double.IsNaN(TracingSamplingRatio) && double.IsPositiveInfinity(TracingSamplingBudget) ? DefaultNewTraces : double.PositiveInfinity;

    public bool RecordsAnything => TracingEnabled || MetricsEnabled;

    // The default limit asks for no more while nobody listens to spans.
    private int CandidatesForBudget =>
        !TracingEnabled ? 0
        : double.IsFinite(TracingSamplingBudget) ? (int)Math.Min(MaxCandidates, CandidatesForSpan * TracingSamplingBudget)
        : double.IsFinite(NewTraces) && AkkaTelemetry.Source.HasListeners() ? MaxCandidates
        : 0;
}
