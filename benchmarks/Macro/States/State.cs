using Akka.Configuration;
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
    private const string Root = "akka.instrumentation";

    /// <summary>Whether the instrumented mailboxes and dispatchers are the system's defaults.</summary>
    public bool Installed { get; init; }

    /// <summary>
    /// Whether a message costs several times what plain Akka's does. Such states are measured apart from the others and in fewer rounds: their
    /// iterations are long and their differences large.
    /// </summary>
    public bool IsExpensive { get; init; }

    /// <summary>Settings under <c>akka.instrumentation</c> on top of the defaults, each a line of HOCON: <c>key = value</c>.</summary>
    public IReadOnlyList<string> Settings { get; init; } = [];

    public string Hocon => Settings.Count == 0 ? "" : $"{Root} {{\n{string.Join('\n', Settings)}\n}}";

    /// <summary>
    /// Settings of this state that the library does not have (yet), asked of its reference configuration. Such a state is
    /// not measured: the library refuses to start with a key that it does not know. A rule has a name of its own and is no such key.
    /// </summary>
    public IReadOnlyList<string> Unknown =>
        [.. Settings.Select(setting => $"{Root}.{setting.Split('=')[0].Trim()}")
            .Where(path => !path.StartsWith($"{Root}.rules.", StringComparison.Ordinal) && !AkkaInstrumentationConfig.Reference.HasPath(path))];

    /// <summary>A tracer provider with this sampler and a batch exporter that counts; null: no spans are collected.</summary>
    public Sampler? Sampler { get; init; }

    /// <summary>Whether the standard variables name the sampler (<c>parentbased_traceidratio</c>, 1 %), and code does not.</summary>
    public bool ByVariables { get; init; }

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

    /// <summary>A span around each hundredth message; of the others the actor only counts that they came.</summary>
    HundredthSpans,

    /// <summary>A count of each message; of one in a thousand its durations.</summary>
    SampledMetrics,

    /// <summary>The same, and of these a span where there is budget for one.</summary>
    SampledSpansAndMetrics,

    /// <summary>A count of each message, of one in a thousand its durations, and a span for each message of one trace in a hundred.</summary>
    SampledTracesAndMetrics,

    /// <summary>The same with the attributes that ours has.</summary>
    SampledSameTracesAndMetrics,

    /// <summary>
    /// As <see cref="SampledTracesAndMetrics"/>, and the other messages keep their trace too: each comes in an envelope with its trace and is handled
    /// inside an activity, which the SDK's sampler decides not to record.
    /// </summary>
    KeptTracesAndMetrics,

    /// <summary>A span, a counter and a duration.</summary>
    SpansAndMetrics,

    /// <summary>A span whose parent came in an envelope with a context dictionary.</summary>
    Envelopes,

    /// <summary>A span with everything that ours has: its parent and how long the message waited came in an envelope.</summary>
    SameSpans,
}
