using System.Diagnostics;
using System.Diagnostics.Metrics;

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

    internal static readonly Meter Meter = new(new MeterOptions(MeterName) { Version = Version, TelemetrySchemaUrl = SchemaUrl });

    internal static readonly ActivitySource Source = NewSource();

    private static string Version => typeof(AkkaTelemetry).Assembly.GetName().Version?.ToString(3) ?? "";

    /// <summary>
    /// Creates an instrument. .NET then announces it to each listener, and a listener may throw. The exception is reported. The instrument works for
    /// the earlier listeners; .NET skips the remaining ones.
    /// </summary>
    /// <param name="name">Its name.</param>
    /// <param name="make">Makes it.</param>
    internal static T NewInstrument<T>(string name, Func<Meter, T> make)
        where T : Instrument => Make(() => make(Meter), () => Registered(name) as T);

    // The same for the source.
    private static ActivitySource NewSource() => Make(
        static () => new ActivitySource(new ActivitySourceOptions(SourceName) { Version = Version, TelemetrySchemaUrl = SchemaUrl }),
            RegisteredSource);

    private static T Make<T>(Func<T> make, Func<T?> registered)
        where T : class
    {
        try
        {
            return make();
        }
        catch (Exception e) when (registered() is { } known)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return known;
        }
    }

    // When a listener throws, the instrument is registered already. .NET also announces it to a listener that is added later.
    private static Instrument? Registered(string name)
    {
        Instrument? found = null;
        using var finder = new MeterListener
        {
            InstrumentPublished = (instrument, _) => found = ReferenceEquals(instrument.Meter, Meter) && instrument.Name == name ? instrument : found,
        };
        finder.Start();
        return found;
    }

    private static ActivitySource? RegisteredSource()
    {
        ActivitySource? found = null;
        using var finder = new ActivityListener
        {
            ShouldListenTo = source =>
            {
                found = source.Name == SourceName && source.Version == Version ? source : found;
                return false;
            },
        };
        ActivitySource.AddActivityListener(finder);
        return found;
    }
}
