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
    /// Default: adaptive.
    /// </summary>
    public MessageDistributions? Distributions { get; set; }

    /// <summary>
    /// Timed messages per second and actor type, and timed runs per second and dispatcher, about, when adaptive; 10 to 1,000,000.
    /// HOCON: <c>akka.instrumentation.metrics.distributions-rate</c>. Default: 1000.
    /// </summary>
    public int? DistributionsRate { get; set; }

    /// <summary>
    /// Actor types that metrics tell apart, 1 to 100,000; later ones share the name <c>_other</c>.
    /// HOCON: <c>akka.instrumentation.metrics.max-actor-types</c>. Default: 1000.
    /// </summary>
    public int? MaxActorTypes { get; set; }

    /// <summary>
    /// Message types that metrics tell apart for each actor type, 1 to 10,000; later ones share the name <c>_other</c>.
    /// HOCON: <c>akka.instrumentation.metrics.max-message-types</c>. Default: 200.
    /// </summary>
    public int? MaxMessageTypes { get; set; }
}
