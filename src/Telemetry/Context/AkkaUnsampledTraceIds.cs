namespace AkkaInstrumentation;

/// <summary>
/// Selects which unsampled root messages get a trace id of their own. A root message begins a trace. HOCON:
/// <c>akka.instrumentation.tracing.sampling.unsampled-trace-ids</c>.
/// </summary>
public enum AkkaUnsampledTraceIds
{
    /// <summary>
    /// The default. Each root gets its own id, up to 1,000 per second and actor system. Above that rate, roots have no id and no activity, except
    /// where handlers start activities. HOCON: <c>adaptive</c>.
    /// </summary>
    Adaptive,

    /// <summary>Each root gets its own id. This costs about 500 bytes and 400 ns per message. HOCON: <c>always</c>.</summary>
    Always,

    /// <summary>A root gets its own id only where handlers start activities. HOCON: <c>never</c>.</summary>
    Never,
}
