using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// What listeners want to know about the messages of a mailbox. Read when a run begins, and not again during that run; only
/// <see cref="ToDurations"/> is asked for each message that needs it, because few do.
/// </summary>
internal readonly struct Listening
{
    private readonly Parts _parts;

    private Listening(Parts parts) => _parts = parts;

    [Flags]
    private enum Parts : byte
    {
        None = 0,
        Spans = 1,
        Counts = 2,
    }

    /// <summary>Messages may get spans.</summary>
    public bool ToSpans
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (_parts & Parts.Spans) != 0;
    }

    /// <summary>Messages are counted.</summary>
    public bool ToCounts
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (_parts & Parts.Counts) != 0;
    }

    /// <summary>The durations of some messages are measured. Asked for a message that may be measured, when it begins.</summary>
    public bool ToDurations => ToCounts && Instruments.IsMeasuring;

    /// <summary>What listeners want now and the settings allow.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Listening Now(InstrumentationSettings settings) =>
        settings.MetricsEnabled
            ? Of(settings.TracingEnabled && AkkaTelemetry.Source.HasListeners(), Instruments.IsListening)
            : Of(settings.TracingEnabled && AkkaTelemetry.Source.HasListeners(), toCounts: false);

    /// <summary>The same for a run that makes no spans.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Listening ToMetrics(InstrumentationSettings settings) =>
        settings.MetricsEnabled ? Of(toSpans: false, Instruments.IsListening) : default;

    public bool Is(Listening other) => _parts == other._parts;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Listening Of(bool toSpans, bool toCounts) =>
        new((toSpans ? Parts.Spans : Parts.None) | (toCounts ? Parts.Counts : Parts.None));
}
