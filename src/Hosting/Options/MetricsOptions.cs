namespace AkkaInstrumentation;

/// <summary>Settings of the metrics.</summary>
public sealed class MetricsOptions
{
    /// <summary>
    /// False: nothing is counted or timed, whoever listens. HOCON: <c>akka.instrumentation.metrics.enabled</c>. Default: true.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// Which messages the histograms of wait and processing time get. HOCON: <c>akka.instrumentation.metrics.distributions</c>.
    /// Default: <see cref="MessageDistributions.Adaptive"/>.
    /// </summary>
    public MessageDistributions? Distributions { get; set; }

    /// <summary>
    /// Timed messages per second and actor type, about, when adaptive; 10 or more.
    /// HOCON: <c>akka.instrumentation.metrics.distributions-rate</c>. Default: 1000.
    /// </summary>
    public int? DistributionsRate { get; set; }
}
