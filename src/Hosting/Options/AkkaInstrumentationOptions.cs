namespace AkkaInstrumentation;

/// <summary>
/// The settings of <c>akka.instrumentation</c> in .NET form. A value that is null is not set: it is then taken from HOCON, and finally from
/// <c>reference.conf</c>.
/// </summary>
public sealed class AkkaInstrumentationOptions
{
    /// <summary>Spans. HOCON: <c>akka.instrumentation.tracing</c>.</summary>
    public AkkaTracingOptions Tracing { get; } = new();

    /// <summary>Metrics. HOCON: <c>akka.instrumentation.metrics</c>.</summary>
    public AkkaMetricsOptions Metrics { get; } = new();

    /// <summary>Mailboxes that grow. HOCON: <c>akka.instrumentation.pressure</c>.</summary>
    public AkkaPressureOptions Pressure { get; } = new();

    /// <summary>Handlers that block a thread. HOCON: <c>akka.instrumentation.blocking</c>.</summary>
    public AkkaBlockingOptions Blocking { get; } = new();

    /// <summary>
    /// False: health, diagnosis and page show only the type of an exception. True: they also show its text, cut to 300 characters, and the
    /// application's first method in its stack. These texts may be confidential. The status of spans always has them. HOCON:
    /// <c>akka.instrumentation.failure-texts</c>. Default: true.
    /// </summary>
    public bool? FailureTexts { get; set; }

    /// <summary>
    /// Whether dashboard and code may ask one actor for its state, which may be confidential: the state and data of an FSM, and what an actor shows
    /// that implements <see cref="IShowsState"/>. HOCON: <c>akka.instrumentation.actor-states</c>. Default: false.
    /// </summary>
    public bool? ActorStates { get; set; }

    /// <summary>
    /// Whether the guardians and the actors under <c>/system</c> are instrumented too.
    /// HOCON: <c>akka.instrumentation.system-actors</c>. Default: false.
    /// </summary>
    public bool? SystemActors { get; set; }

    /// <summary>
    /// Rules about single actors and messages. They are evaluated before the rules in HOCON. A later call adds rules, which are evaluated before
    /// these. HOCON: <c>akka.instrumentation.rules</c>.
    /// </summary>
    public IList<AkkaMessageRule> Rules { get; } = [];

    /// <summary>
    /// Ids of the application's own dispatcher sections that are instrumented. <c>*</c> stands for every section with one of Akka's types.
    /// HOCON: <c>akka.instrumentation.dispatchers</c>. Default: ["*"].
    /// </summary>
    public IReadOnlyList<string>? Dispatchers { get; set; }
}

/// <summary>Settings of the metrics.</summary>
public sealed class AkkaMetricsOptions
{
    /// <summary>
    /// False: nothing is counted or timed, even if a provider collects the meter. HOCON: <c>akka.instrumentation.metrics.enabled</c>. Default: true.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// Which messages are in the histograms of wait time and processing time. HOCON: <c>akka.instrumentation.metrics.distributions</c>.
    /// Default: adaptive.
    /// </summary>
    public AkkaMessageDistributions? Distributions { get; set; }

    /// <summary>
    /// With adaptive distributions: the approximate number of timed messages per second and actor type, from 10 to 1,000,000. Ten times as many
    /// runs are timed per second and dispatcher. A budget of spans chooses among timed messages, so at least ten times as many messages as the budget
    /// has spans are timed, up to 1,000. With adaptive sampling 1,000 are timed while spans are collected. HOCON:
    /// <c>akka.instrumentation.metrics.distributions-rate</c>. Default: 100.
    /// </summary>
    public int? DistributionsRate { get; set; }

    /// <summary>
    /// The number of actor types with their own name in the metrics, from 1 to 100,000. Later types share the name <c>_other</c>.
    /// HOCON: <c>akka.instrumentation.metrics.max-actor-types</c>. Default: 1000.
    /// </summary>
    public int? MaxActorTypes { get; set; }

    /// <summary>
    /// The number of message types with their own name in the metrics, for each actor type, from 1 to 10,000. Later types share the name
    /// <c>_other</c>. HOCON: <c>akka.instrumentation.metrics.max-message-types</c>. Default: 200.
    /// </summary>
    public int? MaxMessageTypes { get; set; }

    /// <summary>
    /// Counts the timed messages by sender type, message type and receiver type: who sends what to whom. False: not counted. The first 1,000
    /// combinations have their own names, later ones share <c>_other</c>. HOCON: <c>akka.instrumentation.metrics.flow</c>. Default: true.
    /// </summary>
    public bool? Flow { get; set; }

    /// <summary>
    /// Counts the bytes that handlers of timed messages allocate on their own threads, by actor type and message type. False: not counted. HOCON:
    /// <c>akka.instrumentation.metrics.allocations</c>. Default: true.
    /// </summary>
    public bool? Allocations { get; set; }

    /// <summary>
    /// Attributes that observable metrics leave out: all of these metrics (<c>akka.message.type</c>) or one
    /// (<c>akka.actor.flow.messages/akka.sender.type</c>). Values that differed only in these attributes are added up; for gauges, the largest value
    /// stays. Use this instead of a view with <c>TagKeys</c>, which would export just one of the values. For histograms a view is right. HOCON:
    /// <c>akka.instrumentation.metrics.excluded-attributes</c>. Default: [].
    /// </summary>
    public IReadOnlyList<string>? ExcludedAttributes { get; set; }
}

/// <summary>
/// Settings for the detection of mailboxes that grow. Such a mailbox is reported by an event of the event source <c>AkkaInstrumentation</c>, a line
/// in Akka's log and a counter. The detection also works when no metrics are collected.
/// </summary>
public sealed class AkkaPressureOptions
{
    /// <summary>False: no mailbox is watched. HOCON: <c>akka.instrumentation.pressure.enabled</c>. Default: true.</summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// How long a mailbox may grow before it is reported, from 100 ms to 1 h. HOCON: <c>akka.instrumentation.pressure.growing-for</c>. Default: 10s.
    /// </summary>
    public TimeSpan? GrowingFor { get; set; }

    /// <summary>
    /// The number of messages below which a mailbox is not watched, from 1 to 1,000,000,000. A reported mailbox has recovered at half of this number.
    /// HOCON: <c>akka.instrumentation.pressure.min-depth</c>. Default: 1000.
    /// </summary>
    public int? MinDepth { get; set; }

    /// <summary>
    /// Maximum number of reports per minute, from 1 to 10,000. Further reports are only counted. HOCON:
    /// <c>akka.instrumentation.pressure.reports-per-minute</c>. Default: 20.
    /// </summary>
    public int? ReportsPerMinute { get; set; }
}

/// <summary>
/// Settings for the detection of handlers that block a thread. Such a handler is reported while it still blocks: by an event of the event source
/// <c>AkkaInstrumentation</c>, a line in Akka's log and a counter. The detection works while spans or metrics are collected.
/// </summary>
public sealed class AkkaBlockingOptions
{
    /// <summary>False: no handler is watched. HOCON: <c>akka.instrumentation.blocking.enabled</c>. Default: true.</summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// How long a handler may block its thread before it is reported, from 50 ms to 1 h. HOCON: <c>akka.instrumentation.blocking.threshold</c>.
    /// Default: 2s.
    /// </summary>
    public TimeSpan? Threshold { get; set; }

    /// <summary>
    /// Maximum number of reports per minute, from 1 to 10,000. Further reports are only counted. HOCON:
    /// <c>akka.instrumentation.blocking.reports-per-minute</c>. Default: 20.
    /// </summary>
    public int? ReportsPerMinute { get; set; }
}
