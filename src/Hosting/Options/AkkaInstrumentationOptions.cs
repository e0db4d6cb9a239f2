namespace AkkaInstrumentation;

/// <summary>
/// The settings of <c>akka.instrumentation</c> in .NET form. A value that is null is not set. HOCON then decides, and finally <c>reference.conf</c>.
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
