namespace AkkaInstrumentation;

/// <summary>
/// Head sampling for messages that begin a trace. The decision is made before an activity exists, so a message that is not sampled costs nearly
/// nothing. The sampler of the OpenTelemetry SDK still decides about sampled messages. Messages inside a trace follow their parent.
/// </summary>
public sealed class AkkaSamplingOptions
{
    /// <summary>
    /// The share of new traces that is sampled, from 0 to 1. HOCON: <c>akka.instrumentation.tracing.sampling.ratio</c>. Default: 1.0.
    /// </summary>
    public double? Ratio { get; set; }

    /// <summary>
    /// Maximum number of spans per second, from 0.1 to 1,000,000. It is shared so that rare pairs of actor type and message type appear beside busy
    /// ones. <see cref="double.PositiveInfinity"/>: no limit. HOCON: <c>akka.instrumentation.tracing.sampling.budget</c>. Default: off.
    /// </summary>
    public double? Budget { get; set; }

    /// <summary>
    /// Which new traces that are not sampled have their own trace id, for logs and outgoing requests. A message inside a trace that another program
    /// did not sample always keeps that trace's id. HOCON: <c>akka.instrumentation.tracing.sampling.unsampled-trace-ids</c>. Default: adaptive.
    /// </summary>
    public AkkaUnsampledTraceIds? UnsampledTraceIds { get; set; }
}
