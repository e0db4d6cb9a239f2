using System.Globalization;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>All states, in the order of the results. A new one is an entry here.</summary>
internal static class States
{
    public static readonly State Uninstrumented = new("uninstrumented", "plain Akka, nothing installed");

    public static readonly IReadOnlyList<State> All =
    [
        Uninstrumented,
        new("off", "installed, tracing and metrics disabled by configuration")
        {
            Installed = true,
            Settings = ["tracing.enabled = off", "metrics.enabled = off"],
        },
        new("idle", "installed, nothing is collected") { Installed = true },
        new("metrics", "a meter provider collects once a second") { Installed = true, Metrics = true },
        new("metrics-noflow", "the same, without who sends what to whom") { Installed = true, Metrics = true, Settings = ["metrics.flow = off"] },
        new("metrics-noalloc", "as metrics, without who allocates") { Installed = true, Metrics = true, Settings = ["metrics.allocations = off"] },
        new("metrics-all", "as metrics, every message in the distributions")
        {
            IsExpensive = true,
            Installed = true,
            Metrics = true,
            Settings = ["metrics.distributions = all"],
        },
        new("recorder", "metrics, and the last 32 messages of each actor are kept")
        {
            IsExpensive = true,
            Installed = true,
            Metrics = true,
            Settings = ["rules.kept = { path = \"/user/**\", last-messages = 32 }"],
        },
        new("trace-dropped", "a tracer provider whose sampler takes none, and is offered each root")
        {
            IsExpensive = true,
            Installed = true,
            Sampler = new AlwaysOffSampler(),
            Settings = [EveryTrace],
        },
        new("trace-1pct", "1 % of the traces by our own head sampling") { Installed = true, Sampler = Everything(), Settings = [OnePercent] },
        new("trace-1pct-sdk", "1 % of the traces by the standard variables: OTEL_TRACES_SAMPLER and its argument") { Installed = true, ByVariables = true },
        new("trace-1pct-code", "1 % of the traces by the sampler of the SDK, set in code, which refuses each other root; every root is offered to it")
        {
            IsExpensive = true,
            Installed = true,
            Sampler = new ParentBasedSampler(new TraceIdRatioBasedSampler(0.01)),
            Settings = [EveryTrace],
        },
        new("trace-budget", "100 spans per second by our own head sampling") { Installed = true, Sampler = Everything(), Settings = [Budget] },
        new("trace-default", "a tracer provider that samples everything, no setting: up to 1,000 new traces a second") { Installed = true, Sampler = Everything() },
        new("trace-all", "a tracer provider that samples everything, batch export") { IsExpensive = true, Installed = true, Sampler = Everything(), Settings = [EveryTrace] },
        new("trace-fields", "the same, and a member of each message that is a text")
        {
            IsExpensive = true,
            Installed = true,
            Sampler = Everything(),
            Settings = [EveryTrace, "rules.fields = { message = String, attributes { text.length = Length } }"],
        },
        new("both-1pct", "metrics and 1 % of the traces") { Installed = true, Metrics = true, Sampler = Everything(), Settings = [OnePercent] },
        new("both-1pct-keep", "the same, and the whole trace of each message that fails is kept")
        {
            Installed = true,
            Metrics = true,
            Sampler = Everything(),
            Settings = [OnePercent, "tracing.keep = failed"],
        },
        new("both-budget", "metrics and 100 spans per second") { Installed = true, Metrics = true, Sampler = Everything(), Settings = [Budget] },
        new("both-default", "metrics and the same") { Installed = true, Metrics = true, Sampler = Everything() },
        new("both-all", "metrics and all spans") { IsExpensive = true, Installed = true, Metrics = true, Sampler = Everything(), Settings = [EveryTrace] },
        new("both-all-noask", "metrics and all spans, without those of Asks")
        {
            IsExpensive = true,
            Installed = true,
            Metrics = true,
            Sampler = Everything(),
            Settings = [EveryTrace, "tracing.ask-spans = off"],
        },
        new("hand-trace-all", "nothing installed; a span written in the actor, all sampled")
        {
            IsExpensive = true,
            Sampler = Everything(),
            Hand = Handwork.Spans,
        },
        new("hand-trace-same", "the same, messages in an envelope from which the span learns how long they waited and its parent")
        {
            IsExpensive = true,
            Sampler = Everything(),
            Hand = Handwork.SameSpans,
        },
        new("hand-trace-1pct", "nothing installed; a span written in the actor for each hundredth message")
        {
            Sampler = Everything(),
            Hand = Handwork.HundredthSpans,
        },
        new("hand-metrics", "nothing installed; counts and a thousandth of the durations written into sender and actor")
        {
            Metrics = true,
            Hand = Handwork.SampledMetrics,
        },
        new("hand-both-budget", "nothing installed; the same and 100 spans per second")
        {
            Sampler = Everything(),
            Metrics = true,
            Hand = Handwork.SampledSpansAndMetrics,
        },
        new("hand-both-1pct", "nothing installed; the same, and bare spans with three attributes for all messages of one trace in a hundred")
        {
            Sampler = Everything(),
            Metrics = true,
            Hand = Handwork.SampledTracesAndMetrics,
        },
        new("hand-both-1pct-same", "the same with our attributes")
        {
            Sampler = Everything(),
            Metrics = true,
            Hand = Handwork.SampledSameTracesAndMetrics,
        },
        new("hand-both-1pct-kept", "as hand-both-1pct, and each unsampled message is handled inside an activity of its trace, by the sampler of the SDK")
        {
            Sampler = new ParentBasedSampler(new TraceIdRatioBasedSampler(0.01)),
            Metrics = true,
            Hand = Handwork.KeptTracesAndMetrics,
        },
        new("hand-both-all", "nothing installed; a span, a counter and a duration written in the actor")
        {
            IsExpensive = true,
            Sampler = Everything(),
            Metrics = true,
            Hand = Handwork.SpansAndMetrics,
        },
        new("wrapper-trace-all", "nothing installed; messages in an envelope that carries the context, all sampled")
        {
            IsExpensive = true,
            Sampler = Everything(),
            Hand = Handwork.Envelopes,
        },
    ];

    private const string EveryTrace = "tracing.sampling.ratio = 1";
    private const string OnePercent = "tracing.sampling.ratio = 0.01";
    private const string Budget = "tracing.sampling.budget = 100";
    private const string SamplingPrefix = "sampling";

    public static State Named(string name)
    {
        if (!name.StartsWith(SamplingPrefix, StringComparison.Ordinal))
        {
            return All.Single(state => state.Name == name);
        }

        var parts = name.Split('@');
        return Sampling(parts[1], double.Parse(parts[2], CultureInfo.InvariantCulture), bool.Parse(parts[3]));
    }

    /// <summary>A state of the scaling plots: <paramref name="by"/> is <c>ratio</c> or <c>budget</c> of our head sampling.</summary>
    public static State Sampling(string by, double value, bool metrics) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{SamplingPrefix}@{by}@{value}@{metrics}"), "head sampling")
        {
            Installed = true,
            Metrics = metrics,
            Sampler = Everything(),
            Settings = [string.Create(CultureInfo.InvariantCulture, $"tracing.sampling.{by} = {value}")],
        };

    private static ParentBasedSampler Everything() => new(new AlwaysOnSampler());
}
