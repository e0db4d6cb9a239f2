using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The activity source and the meter of this instrumentation. Both have the name and the version of the product,
/// as is usual for .NET instrumentation libraries, so that <c>AddSource</c> and <c>AddMeter</c> find them.
/// </summary>
public static class AkkaTelemetry
{
    /// <summary>The name of the <see cref="ActivitySource"/> that starts a span for each message.</summary>
    public const string SourceName = "AkkaInstrumentation";

    /// <summary>The name of the <see cref="Meter"/> that owns all instruments.</summary>
    public const string MeterName = "AkkaInstrumentation";

    /// <summary>
    /// The version of OpenTelemetry's semantic conventions whose names are used (<c>error.type</c>, <c>exception.*</c>, <c>messaging.*</c>).
    /// Source and meter carry it.
    /// </summary>
    internal const string SchemaUrl = "https://opentelemetry.io/schemas/1.44.0";

    internal static readonly Publication Publication =
        new(SourceName, typeof(AkkaTelemetry).Assembly.GetName().Version?.ToString(3) ?? "", SchemaUrl);

    // Replaced after a listener has thrown. A message in processing may see the old or the new one.
    private static ActivitySource s_source = null!;

    static AkkaTelemetry() => Publication.Source(made => s_source = made);

    internal static ActivitySource Source
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_source;
    }
}
