namespace AkkaInstrumentation;

/// <summary>Settings of the spans.</summary>
public sealed class TracingOptions
{
    /// <summary>
    /// False: no span is ever started, whoever listens. HOCON: <c>akka.instrumentation.tracing.enabled</c>. Default: true.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>Which of the messages that begin a trace get a span. HOCON: <c>akka.instrumentation.tracing.sampling</c>.</summary>
    public SamplingOptions Sampling { get; } = new();
}
