namespace AkkaInstrumentation;

/// <summary>
/// Head sampling for messages that begin a trace, decided before an activity exists, so that a message that is not sampled
/// costs next to nothing. What is sampled is still offered to the sampler of the OpenTelemetry SDK; messages inside a
/// trace follow their parent.
/// </summary>
public sealed class SamplingOptions
{
    /// <summary>Share of the new traces, 0 to 1. HOCON: <c>akka.instrumentation.tracing.sampling.ratio</c>. Default: 1.0.</summary>
    public double? Ratio { get; set; }

    /// <summary>
    /// Spans per second, 0.1 to 1,000,000, shared so that rare pairs of actor and message type are seen beside busy ones.
    /// <see cref="double.PositiveInfinity"/>: no limit. HOCON: <c>akka.instrumentation.tracing.sampling.budget</c>.
    /// Default: off.
    /// </summary>
    public double? Budget { get; set; }

    /// <summary>
    /// Which new traces that are not sampled have an id of their own, for logs and outgoing requests. A message inside a trace that somebody else did
    /// not sample always keeps that trace's id. HOCON: <c>akka.instrumentation.tracing.sampling.unsampled-trace-ids</c>.
    /// Default: adaptive.
    /// </summary>
    public UnsampledTraceIds? UnsampledTraceIds { get; set; }
}
