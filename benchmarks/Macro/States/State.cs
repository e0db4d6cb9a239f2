using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// What is installed in the actor system and who listens. One state per process: what listens is static, and the JIT
/// specialises to it.
/// </summary>
/// <param name="Name">As in the results.</param>
/// <param name="What">One line for the reader of the results.</param>
internal sealed record State(string Name, string What)
{
    /// <summary>Whether the instrumented mailboxes and dispatchers are the system's defaults.</summary>
    public bool Installed { get; init; }

    /// <summary>Settings of this state, on top of the defaults.</summary>
    public string Hocon { get; init; } = "";

    /// <summary>A tracer provider with this sampler and a batch exporter that counts; null: nobody listens to spans.</summary>
    public Sampler? Sampler { get; init; }

    /// <summary>Whether a meter provider with a periodic reader collects.</summary>
    public bool Metrics { get; init; }

    /// <summary>What the actors do by hand instead.</summary>
    public Handwork Hand { get; init; } = Handwork.None;
}

/// <summary>Telemetry that is written in the actors themselves.</summary>
internal enum Handwork
{
    /// <summary>Nothing: the actor does its work.</summary>
    None,

    /// <summary>A span around the handler.</summary>
    Spans,

    /// <summary>A span, a counter and a duration.</summary>
    SpansAndMetrics,

    /// <summary>A span whose parent came in an envelope with a context dictionary.</summary>
    Envelopes,
}
