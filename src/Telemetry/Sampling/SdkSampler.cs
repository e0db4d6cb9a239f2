using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>
/// The sampler that the OpenTelemetry SDK creates from its standard variables. They are read here too, so that a new trace is sampled before it has
/// an activity, because an activity that the SDK refuses costs as much as one that it keeps. A sampled trace begins with a trace id that the SDK's
/// sampler accepts, so no trace is sampled twice.
/// </summary>
/// <param name="ratio">The share of new traces that the sampler takes.</param>
/// <param name="decidesById">Whether it decides by the trace id.</param>
internal sealed class SdkSampler(double ratio, bool decidesById)
{
    /// <summary>Environment variable, or key of the host's configuration.</summary>
    public const string Variable = "OTEL_TRACES_SAMPLER";

    /// <summary>The same, with the ratio.</summary>
    public const string RatioVariable = "OTEL_TRACES_SAMPLER_ARG";

    // OpenTelemetry 1.15, TraceIdRatioBasedSampler.cs: the sampler takes ids whose first eight bytes are below this. A test fails when that changes.
    private readonly long _idsBelow = decidesById && ratio < 1 ? (long)(ratio * long.MaxValue) : 0;

    public double Ratio => ratio;

    /// <summary>Null if the variables name no sampler that the SDK knows.</summary>
    /// <param name="find">Returns the value of a variable.</param>
    public static SdkSampler? Of(Func<string, string?> find) => find(Variable)?.ToLowerInvariant() switch
    {
        "always_on" or "parentbased_always_on" => new(1, decidesById: false),
        "always_off" or "parentbased_always_off" => new(0, decidesById: false),

        // Trace ids of a custom generator have a meaning and must not be replaced, so the SDK decides about each.
        "traceidratio" or "parentbased_traceidratio" when Activity.TraceIdGenerator is null => new(RatioOf(find(RatioVariable)), decidesById: true),
        _ => null,
    };

    /// <summary>The parent context of a root: no parent span, but a trace id that the sampler accepts. Default if the sampler accepts every id or
    /// none.</summary>
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

    // As in the SDK, a text that is no ratio is ignored.
    private static double RatioOf(string? text) => TryRatio(text, out var ratio) ? ratio : 1;

    /// <summary>Whether a text is a ratio as the SDK reads it.</summary>
    public static bool TryRatio(string? text, out double ratio) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out ratio) && ratio is >= 0 and <= 1;
}
