namespace AkkaInstrumentation;

/// <summary>Settings of the metrics.</summary>
public sealed class AkkaMetricsOptions
{
    /// <summary>
    /// False: nothing is counted or timed, even if somebody listens. HOCON: <c>akka.instrumentation.metrics.enabled</c>. Default: true.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// Which messages are in the histograms of wait time and processing time. HOCON: <c>akka.instrumentation.metrics.distributions</c>.
    /// Default: adaptive.
    /// </summary>
    public AkkaMessageDistributions? Distributions { get; set; }

    /// <summary>
    /// With adaptive distributions: the approximate number of timed messages per second and actor type, from 10 to 1,000,000. Of runs, ten times as many are
    /// timed per second and dispatcher. With a budget of spans at least ten times as many messages as it has spans are timed, but not more than 1,000 for its
    /// sake: it chooses among them. HOCON: <c>akka.instrumentation.metrics.distributions-rate</c>. Default: 100.
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
}
