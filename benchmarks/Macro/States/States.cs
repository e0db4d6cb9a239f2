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
            Hocon = "akka.instrumentation { tracing.enabled = off, metrics.enabled = off }",
        },
        new("idle", "installed, nobody listens") { Installed = true },
        new("metrics", "a meter provider collects once a second") { Installed = true, Metrics = true },
        new("trace-dropped", "a tracer provider whose sampler says never") { Installed = true, Sampler = new AlwaysOffSampler() },
        new("trace-1pct", "a tracer provider that samples 1 % of the traces") { Installed = true, Sampler = OnePercent() },
        new("trace-all", "a tracer provider that samples everything, batch export") { Installed = true, Sampler = Everything() },
        new("both-1pct", "metrics and 1 % of the traces") { Installed = true, Metrics = true, Sampler = OnePercent() },
        new("both-all", "metrics and all spans") { Installed = true, Metrics = true, Sampler = Everything() },
        new("hand-trace-all", "nothing installed; a span written in the actor, all sampled")
        {
            Sampler = Everything(),
            Hand = Handwork.Spans,
        },
        new("hand-both-all", "nothing installed; a span, a counter and a duration written in the actor")
        {
            Sampler = Everything(),
            Metrics = true,
            Hand = Handwork.SpansAndMetrics,
        },
        new("wrapper-trace-all", "nothing installed; messages in an envelope that carries the context, all sampled")
        {
            Sampler = Everything(),
            Hand = Handwork.Envelopes,
        },
    ];

    private const string SamplingPrefix = "sampling@";

    public static State Named(string name)
    {
        if (!name.StartsWith(SamplingPrefix, StringComparison.Ordinal))
        {
            return All.Single(state => state.Name == name);
        }

        var parts = name.Split('@');
        return Sampling(double.Parse(parts[1], CultureInfo.InvariantCulture), bool.Parse(parts[2]));
    }

    /// <summary>A state of the scaling plots: this share of the traces is sampled.</summary>
    public static State Sampling(double ratio, bool metrics) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{SamplingPrefix}{ratio}@{metrics}"), "a share of the traces")
        {
            Installed = true,
            Metrics = metrics,
            Sampler = new ParentBasedSampler(new TraceIdRatioBasedSampler(ratio)),
        };

    private static ParentBasedSampler OnePercent() => new(new TraceIdRatioBasedSampler(0.01));

    private static ParentBasedSampler Everything() => new(new AlwaysOnSampler());
}
