using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>The first line of an explanation: whether a message has a span, and if not, what to do.</summary>
internal static class SpanAnswer
{
    /// <param name="instrumentation">The actor system's instrumentation.</param>
    /// <param name="verdict">The rules' verdict on the message.</param>
    /// <param name="off">Why the actor has no spans at all; null if it may have some.</param>
    public static string Of(AkkaInstrumentationExtension instrumentation, Verdict verdict, string? off)
    {
        var sampler = instrumentation.Control.InForce.Sampler;
        return off is not null ? $"no, because {off}"
            : !AkkaTelemetry.Source.HasListeners()
                ? $"no, because no exporter collects spans from {AkkaTelemetry.SourceName}, and no page is open: "
                    + "call AddOpenTelemetry().WithTracing(tracing => tracing.AddAkkaInstrumentation())"
            : verdict.Trace == AkkaTraceMode.Never ? $"no, because of {verdict.Sources.Trace}"
            : verdict.Trace == AkkaTraceMode.OnlyInTrace
                ? $"only if it is sent inside of a trace that is recorded, because of {verdict.Sources.Trace}"
            : sampler is { Ratio: 0 } ? $"only if it is sent inside of a trace that is recorded, because {SdkSampler.Variable} refuses new traces"
            : Sampled(instrumentation, verdict, sampler);
    }

    private static string Sampled(AkkaInstrumentationExtension instrumentation, Verdict verdict, SdkSampler? sampler)
    {
        var settings = instrumentation.Settings;
        var configuration = instrumentation.Control.Configuration;
        var ratio = configuration["tracing.sampling.ratio"];
        var limits = new List<string>();
        if (verdict.Ratio is { } ofRule)
        {
            limits.Add($"{Percent(ofRule)} of them by {verdict.Sources.Trace}");
        }
        else if (settings.SampledShare < 1)
        {
            limits.Add($"{Percent(settings.SampledShare)} of them by tracing.sampling.ratio ({ratio.Origin})");
        }
        else if (double.IsFinite(settings.NewTraces))
        {
            var traces = settings.NewTraces.ToString(CultureInfo.InvariantCulture);
            limits.Add($"at most {traces} a second by tracing.sampling.ratio ({ratio.Origin})");
        }

        if (double.IsFinite(settings.TracingSamplingBudget))
        {
            var budget = configuration["tracing.sampling.budget"];
            limits.Add($"at most {budget.Value} spans a second by tracing.sampling.budget ({budget.Origin})");
        }

        if (sampler is { Ratio: < 1 } && !ratio.Origin.Contains(SdkSampler.Variable, StringComparison.Ordinal))
        {
            limits.Add($"{Percent(sampler.Ratio)} of those by {SdkSampler.Variable}");
        }

        if (instrumentation.HasSamplerInCode)
        {
            limits.Add("and only those that the sampler takes that was set in code by SetSampler(...), which has refused some");
        }

        var filtered = settings.Filter is null ? "" : "; the filter in code may leave it out";
        return limits.Count == 0
            ? $"yes{filtered}"
            : $"if its trace is recorded. New traces are recorded: {string.Join(", ", limits)}{filtered}";
    }

    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{share * 100:0.######} %");
}
