namespace AkkaInstrumentation;

/// <summary>Settings of the metrics.</summary>
public sealed class MetricsOptions
{
    /// <summary>
    /// False: nothing is counted or timed, whoever listens. HOCON: <c>akka.instrumentation.metrics.enabled</c>. Default: true.
    /// </summary>
    public bool? Enabled { get; set; }
}
