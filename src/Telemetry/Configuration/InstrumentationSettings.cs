namespace AkkaInstrumentation;

/// <summary>
/// The settings of one actor system, as <c>reference.conf</c> describes them and in its order. Immutable. A change at run time makes a new object.
/// </summary>
internal sealed record InstrumentationSettings
{
    /// <summary>The section of the settings.</summary>
    public const string Root = "akka.instrumentation";

    /// <summary>The default of the setting <c>dispatchers</c>: every section whose type has a counterpart.</summary>
    public const string EveryDispatcherId = "*";

    /// <summary>The section of the rules.</summary>
    public const string RulesRoot = $"{Root}.{RuleKeys.Section}";

    /// <summary>New traces per second by default.</summary>
    public const int DefaultNewTraces = 1_000;

    private const int CandidatesForSpan = 10;
    private const int MaxCandidates = 1_000;

    [Setting("tracing.enabled")] public bool TracingEnabled { get; init; }

    /// <summary>The name of a message's span, with placeholders for the types.</summary>
    [Setting("tracing.span-name", IsFixed = true, IsTemplate = true, Allowed = "is text with the placeholders {actor} and {message}")]
    public string TracingSpanName { get; init; } = SpanNameTemplate.Default;

    /// <summary>Share of roots that may be traced, 0 to 1; not a number if it is adaptive.</summary>
    [Setting("tracing.sampling.ratio", 0, 1, Word = "adaptive")] public double TracingSamplingRatio { get; init; }

    /// <summary>Spans per second; infinite for no limit.</summary>
    [Setting("tracing.sampling.budget", 0.1, 1_000_000, Word = "off")] public double TracingSamplingBudget { get; init; }

    /// <summary>Which unsampled roots get a trace id of their own.</summary>
    [Setting("tracing.sampling.unsampled-trace-ids")] public AkkaUnsampledTraceIds TracingSamplingUnsampledTraceIds { get; init; }

    /// <summary>Spans of one trace.</summary>
    [Setting("tracing.max-spans-per-trace", 1, 1_000_000)] public int TracingMaxSpansPerTrace { get; init; }

    /// <summary>Whether failed messages get a retroactive span.</summary>
    [Setting("tracing.retroactive.errors")] public bool TracingRetroactiveErrors { get; init; }

    /// <summary>The wait after which a message gets a retroactive span; infinite for none.</summary>
    [Setting("tracing.retroactive.slow-wait", 10, SettingAttribute.Hour, Word = "off")] public TimeSpan TracingRetroactiveSlowWait { get; init; }

    /// <summary>The processing time after which a message gets a retroactive span; infinite for none.</summary>
    [Setting("tracing.retroactive.slow-work", 10, SettingAttribute.Hour, Word = "off")] public TimeSpan TracingRetroactiveSlowWork { get; init; }

    /// <summary>Limit of retroactive spans per second.</summary>
    [Setting("tracing.retroactive.limit", 1, 10_000)] public int TracingRetroactiveLimit { get; init; }

    /// <summary>Of which unsampled messages the whole trace is kept.</summary>
    [Setting("tracing.keep")] public AkkaKeptTraces TracingKeep { get; init; }

    /// <summary>Memory for the records of unsampled messages.</summary>
    [Setting("tracing.keep-megabytes", 1, 1_024)] public int TracingKeepMegabytes { get; init; }

    /// <summary>How long those records are there.</summary>
    [Setting("tracing.keep-for", 1_000, SettingAttribute.Hour)] public TimeSpan TracingKeepFor { get; init; }

    /// <summary>Whether spans contain the message's text.</summary>
    [Setting("tracing.content.enabled")] public bool TracingContentEnabled { get; init; }

    /// <summary>Maximum length of that text, in characters.</summary>
    [Setting("tracing.content.max-length", 1, 1_000_000)] public int TracingContentMaxLength { get; init; }

    /// <summary>Whether spans of failures contain the exception as an event.</summary>
    [Setting("tracing.exceptions.span-events")] public bool TracingExceptionsSpanEvents { get; init; }

    /// <summary>Maximum length of each text of the exception, in characters.</summary>
    [Setting("tracing.exceptions.max-length", 1, 1_000_000)] public int TracingExceptionsMaxLength { get; init; }

    /// <summary>Whether there are the attributes, the metrics and the log event of the messaging conventions.</summary>
    [Setting("tracing.messaging-attributes")] public bool TracingMessagingAttributes { get; init; }

    /// <summary>The kind of a span whose parent is in the same process.</summary>
    [Setting("tracing.local-span-kind")] public AkkaLocalSpanKind TracingLocalSpanKind { get; init; }

    /// <summary>Whether an Ask has a span.</summary>
    [Setting("tracing.ask-spans")] public bool TracingAskSpans { get; init; }

    /// <summary>Whether a recorded message that leaves the node has a span of its own for that.</summary>
    [Setting("tracing.send-spans")] public bool TracingSendSpans { get; init; }

    /// <summary>Which nodes get the context of a message.</summary>
    [Setting("tracing.remote")] public AkkaRemoteTracing TracingRemote { get; init; }

    [Setting("metrics.enabled")] public bool MetricsEnabled { get; init; }

    /// <summary>Which messages are timed for the distributions.</summary>
    [Setting("metrics.distributions")] public AkkaMessageDistributions MetricsDistributions { get; init; }

    /// <summary>In adaptive mode, the number of messages timed per second and actor type.</summary>
    [Setting("metrics.distributions-rate", 10, 1_000_000)] public int MetricsDistributionsRate { get; init; }

    /// <summary>Number of actor types that metrics distinguish.</summary>
    [Setting("metrics.max-actor-types", 1, 100_000, IsFixed = true)] public int MetricsMaxActorTypes { get; init; }

    /// <summary>Number of message types that metrics distinguish, for each actor type.</summary>
    [Setting("metrics.max-message-types", 1, 10_000, IsFixed = true)] public int MetricsMaxMessageTypes { get; init; }

    /// <summary>Whether messages are counted by the type of their sender.</summary>
    [Setting("metrics.flow")] public bool MetricsFlow { get; init; }

    /// <summary>Whether the bytes are counted that handlers of timed messages allocate.</summary>
    [Setting("metrics.allocations")] public bool MetricsAllocations { get; init; }

    /// <summary>Attributes that observable instruments leave out.</summary>
    [Setting("metrics.excluded-attributes", Allowed =
        "is a list of attributes, each alone or behind a metric: \"akka.actor.flow.messages/akka.sender.type\"")]
    public IReadOnlyList<string> MetricsExcludedAttributes { get; init; } = [];

    [Setting("pressure.enabled")] public bool PressureEnabled { get; init; }

    /// <summary>How long a mailbox may grow before it is reported.</summary>
    [Setting("pressure.growing-for", 100, SettingAttribute.Hour)] public TimeSpan PressureGrowingFor { get; init; }

    /// <summary>Number of messages below which a mailbox is never reported.</summary>
    [Setting("pressure.min-depth", 1, 1_000_000_000)] public int PressureMinDepth { get; init; }

    [Setting("pressure.reports-per-minute", 1, 10_000)] public int PressureReportsPerMinute { get; init; }

    [Setting("blocking.enabled")] public bool BlockingEnabled { get; init; }

    /// <summary>How long a handler may block its thread before it is reported.</summary>
    [Setting("blocking.threshold", 50, SettingAttribute.Hour)] public TimeSpan BlockingThreshold { get; init; }

    [Setting("blocking.reports-per-minute", 1, 10_000)] public int BlockingReportsPerMinute { get; init; }

    /// <summary>Whether health, diagnosis and page show the texts of exceptions.</summary>
    [Setting("failure-texts")] public bool FailureTexts { get; init; }

    /// <summary>Whether an actor may be asked for its state.</summary>
    [Setting("actor-states")] public bool ActorStates { get; init; }

    [Setting("system-actors", IsFixed = true)] public bool SystemActors { get; init; }

    /// <summary>Ids of the dispatcher sections to instrument; <see cref="EveryDispatcherId"/> for all.</summary>
    [Setting("dispatchers", IsFixed = true, Allowed = $"is a list of dispatcher ids, [\"{EveryDispatcherId}\"] for all of them")]
    public IReadOnlyList<string> Dispatchers { get; init; } = EveryDispatcher;

    /// <summary>The rules for single actors and messages.</summary>
    public RuleSet Rules { get; init; } = RuleSet.Empty;

    /// <summary>The user's filter by content; null for none.</summary>
    public TraceFilter? Filter { get; init; }

    /// <summary>The details that the settings and the user's callbacks add to a span; null for none.</summary>
    public SpanDetails? Details { get; init; }

    /// <summary>The callbacks of the user, of which the redactor also applies to the states of actors; null before they are read.</summary>
    public SpanCallbacks? Callbacks { get; init; }

    /// <summary>One instance, so that equal settings compare as equal.</summary>
    public static IReadOnlyList<string> EveryDispatcher { get; } = [EveryDispatcherId];

    /// <summary>
    /// Number of messages timed per second and actor type; 0 for all. A budget of spans chooses among the timed messages, and needs more of them
    /// than it has spans, to find rare pairs of actor and message type beside busy ones.
    /// </summary>
    public int TimedPerSecond => MetricsDistributions == AkkaMessageDistributions.All ? 0 : Math.Max(MetricsDistributionsRate, CandidatesForBudget);

    /// <summary>
    /// Number of runs timed per second and dispatcher; 0 for all. More runs than messages are timed, because a system has few dispatchers and their
    /// busy time is a sum, which needs more values than a percentile.
    /// </summary>
    public int TimedRunsPerSecond => MetricsDistributions == AkkaMessageDistributions.All ? 0 : 10 * MetricsDistributionsRate;

    /// <summary>The texts of an exception that spans show.</summary>
    public ExceptionTexts ExceptionTexts => new(TracingExceptionsMaxLength, TracingExceptionsSpanEvents);

    /// <summary>Share of roots that may be traced, 0 to 1.</summary>
    public double SampledShare => double.IsNaN(TracingSamplingRatio) ? 1 : TracingSamplingRatio;

    /// <summary>Limit of new traces per second; infinite if a ratio or a budget is set. The spans inside these traces have no limit.</summary>
    public double NewTraces => double.IsNaN(TracingSamplingRatio) && double.IsPositiveInfinity(TracingSamplingBudget)
        ? DefaultNewTraces : double.PositiveInfinity;

    public bool RecordsAnything => TracingEnabled || MetricsEnabled;

    // The default limit needs no more timed messages while no spans are collected.
    private int CandidatesForBudget =>
        !TracingEnabled ? 0
        : double.IsFinite(TracingSamplingBudget) ? (int)Math.Min(MaxCandidates, CandidatesForSpan * TracingSamplingBudget)
        : double.IsFinite(NewTraces) && AkkaTelemetry.Source.HasListeners() ? MaxCandidates
        : 0;
}

/// <summary>
/// Selects the messages that the histograms of wait and processing time record. Counts are exact in both modes. HOCON:
/// <c>akka.instrumentation.metrics.distributions</c>.
/// </summary>
public enum AkkaMessageDistributions
{
    /// <summary>The default: every message up to a rate, and above it one in 2^k, chosen at random. HOCON: <c>adaptive</c>.</summary>
    Adaptive,

    /// <summary>Every message: two clock reads and two histogram records for each. HOCON: <c>all</c>.</summary>
    All,
}

/// <summary>
/// Makes a property a setting: a row of the table of settings. The property's type is the type of the setting. A setting whose property may be null
/// may be missing. Reading, checking and explaining use the table. Tests compare it with <c>reference.conf</c>, the options and the documents.
/// </summary>
/// <param name="key">The key below the section.</param>
/// <param name="min">The smallest number; of a duration the milliseconds.</param>
/// <param name="max">The largest number; of a duration the milliseconds.</param>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class SettingAttribute(string key, double min = 0, double max = 0) : Attribute
{
    /// <summary>The longest duration: an hour.</summary>
    public const double Hour = 3_600_000;

    public string Key => key;

    public double Min => min;

    public double Max => max;

    /// <summary>A word that is allowed besides numbers: <c>off</c> is infinite, <c>adaptive</c> is not a number.</summary>
    public string? Word { get; init; }

    /// <summary>Whether the setting takes effect only when a system or an actor starts. All others can change at run time.</summary>
    public bool IsFixed { get; init; }

    /// <summary>Whether the text is a <see cref="SpanNameTemplate"/>.</summary>
    public bool IsTemplate { get; init; }

    /// <summary>The allowed values, in the words of the error message, where type and range do not describe them.</summary>
    public string? Allowed { get; init; }
}
