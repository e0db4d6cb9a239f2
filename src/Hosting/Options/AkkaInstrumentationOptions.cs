namespace AkkaInstrumentation;

/// <summary>
/// The settings of <c>akka.instrumentation</c> in .NET form. A value that is null is not set: HOCON, or in the end
/// <c>reference.conf</c>, decides.
/// </summary>
public sealed class AkkaInstrumentationOptions
{
    /// <summary>Spans. HOCON: <c>akka.instrumentation.tracing</c>.</summary>
    public TracingOptions Tracing { get; } = new();

    /// <summary>Metrics. HOCON: <c>akka.instrumentation.metrics</c>.</summary>
    public MetricsOptions Metrics { get; } = new();

    /// <summary>Mailboxes that grow. HOCON: <c>akka.instrumentation.pressure</c>.</summary>
    public PressureOptions Pressure { get; } = new();

    /// <summary>Handlers that block a thread. HOCON: <c>akka.instrumentation.blocking</c>.</summary>
    public BlockingOptions Blocking { get; } = new();

    /// <summary>
    /// Whether the guardians and the actors under <c>/system</c> are instrumented too.
    /// HOCON: <c>akka.instrumentation.system-actors</c>. Default: false.
    /// </summary>
    public bool? SystemActors { get; set; }

    /// <summary>
    /// What is said about single actors and messages, asked before the rules in HOCON. Added to by a later call, whose
    /// rules are asked before these. HOCON: <c>akka.instrumentation.rules</c>.
    /// </summary>
    public IList<MessageRule> Rules { get; } = [];

    /// <summary>
    /// Ids of the application's own dispatcher sections that are run instrumented; <c>*</c> is every section of a type of
    /// Akka's. HOCON: <c>akka.instrumentation.dispatchers</c>. Default: ["*"].
    /// </summary>
    public IReadOnlyList<string>? Dispatchers { get; set; }
}
