using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>
/// The sampler that the OpenTelemetry SDK makes from its standard variables. They are read here too, so that a new trace is drawn before it has
/// an activity: one that the SDK refuses costs as much as one that it keeps. What is drawn begins with a trace id that the sampler takes. So
/// nobody draws it twice.
/// </summary>
/// <param name="ratio">The share of new traces that the sampler takes.</param>
/// <param name="decidesById">Whether it decides by the trace id.</param>
internal sealed class SdkSampler(double ratio, bool decidesById)
{
    /// <summary>Environment variable, or key of the host's configuration.</summary>
    public const string Variable = "OTEL_TRACES_SAMPLER";

    /// <summary>The same, with the ratio.</summary>
    public const string RatioVariable = "OTEL_TRACES_SAMPLER_ARG";

    private static readonly string[] Names =
        ["always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"];

    // OpenTelemetry 1.15, TraceIdRatioBasedSampler.cs: the sampler takes ids whose first eight bytes are below this. A test fails when that changes.
    private readonly long _idsBelow = decidesById && ratio < 1 ? (long)(ratio * long.MaxValue) : 0;

    public double Ratio => ratio;

    /// <summary>Null if the variables name no sampler that the SDK knows.</summary>
    /// <param name="find">Returns the value of a variable.</param>
    public static SdkSampler? Of(Func<string, string?> find) => find(Variable)?.ToLowerInvariant() switch
    {
        "always_on" or "parentbased_always_on" => new(1, decidesById: false),
        "always_off" or "parentbased_always_off" => new(0, decidesById: false),

        // Trace ids that somebody else makes have a meaning. The SDK is asked about each.
        "traceidratio" or "parentbased_traceidratio" when Activity.TraceIdGenerator is null => new(RatioOf(find(RatioVariable)), decidesById: true),
        _ => null,
    };

    /// <summary>What the SDK ignores in the variables without a word.</summary>
    /// <param name="find">Returns the value of a variable.</param>
    public static IEnumerable<string> Problems(Func<string, string?> find)
    {
        if (find(Variable) is not { Length: > 0 } name)
        {
            if (find(RatioVariable) is { Length: > 0 } unused)
            {
                yield return $"{RatioVariable} = {unused} is ignored without {Variable}. Set it to parentbased_traceidratio.";
            }

            yield break;
        }

        if (!Names.Contains(name.ToLowerInvariant()))
        {
            yield return $"{Variable} = {name} names no sampler that OpenTelemetry's .NET SDK knows, and is ignored. Known are "
                + $"{string.Join(", ", Names)}.";
        }
        else if (name.EndsWith("traceidratio", StringComparison.OrdinalIgnoreCase)
            && find(RatioVariable) is { Length: > 0 } text && !TryRatio(text, out _))
        {
            yield return $"{RatioVariable} = {text} is no number from 0 to 1, so every trace is sampled. Write 0.1 for one trace in ten.";
        }
    }

    /// <summary>The parent of a root: none, with a trace id that the sampler takes. Default if it takes any id, or none.</summary>
    public ActivityContext NewTrace()
    {
        if (_idsBelow == 0)
        {
            return default;
        }

        Span<byte> id = stackalloc byte[16];
        Random.Shared.NextBytes(id);
        BinaryPrimitives.WriteInt64BigEndian(id, Random.Shared.NextInt64(_idsBelow));
        return new ActivityContext(ActivityTraceId.CreateFromBytes(id), default, ActivityTraceFlags.Recorded);
    }

    // As in the SDK, what is no ratio is ignored.
    private static double RatioOf(string? text) => TryRatio(text, out var ratio) ? ratio : 1;

    private static bool TryRatio(string? text, out double ratio) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out ratio) && ratio is >= 0 and <= 1;
}
