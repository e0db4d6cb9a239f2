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

    /// <summary>
    /// The version of OpenTelemetry's semantic conventions that names from there have (<c>error.type</c>, <c>exception.*</c>, <c>messaging.*</c>).
    /// Source and meter carry it.
    /// </summary>
    public const string SchemaUrl = "https://opentelemetry.io/schemas/1.44.0";

    internal static readonly Publication Publication =
        new(SourceName, typeof(AkkaTelemetry).Assembly.GetName().Version?.ToString(3) ?? "", SchemaUrl);

    // Replaced when a listener has thrown; a message that is in work meanwhile may see either.
    private static ActivitySource s_source = null!;

    static AkkaTelemetry() => Publication.Source(made => s_source = made);

    internal static ActivitySource Source
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_source;
    }

    /// <summary>Whether anybody listens to spans or metrics right now. Asked once for each run of a mailbox.</summary>
    internal static bool IsListening
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Source.HasListeners() || Instruments.IsListening;
    }

    /// <summary>
    /// An actor system starts: source and instruments are made here, before its first message, because listeners run code of their
    /// own when they see a new one. Does not throw because of them.
    /// </summary>
    internal static void Publish()
    {
        _ = Instruments.AllMade;

        // starts a thread for a moment: not in a message either
        _ = HandlerContext.Empty;
        Publication.TryAgain();
    }
}
