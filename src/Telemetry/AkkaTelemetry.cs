using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The activity source and the meter of this instrumentation. Both carry the name of the product and its version,
/// as .NET instrumentation libraries do, so that <c>AddSource</c> and <c>AddMeter</c> find them.
/// </summary>
public static class AkkaTelemetry
{
    /// <summary>The name of the <see cref="ActivitySource"/> that starts a span for each message.</summary>
    public const string SourceName = "AkkaInstrumentation";

    /// <summary>The name of the <see cref="Meter"/> that owns all instruments.</summary>
    public const string MeterName = "AkkaInstrumentation";

    private static readonly string Version = typeof(AkkaTelemetry).Assembly.GetName().Version?.ToString(3) ?? "";

    internal static readonly ActivitySource Source = new(SourceName, Version);

    internal static readonly Meter Meter = new(MeterName, Version);

    /// <summary>Whether anybody listens to spans or metrics right now. Asked once for each run of a mailbox.</summary>
    internal static bool IsListening
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Source.HasListeners() || Instruments.IsListening;
    }
}
