using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>What listeners want to know about the messages of a mailbox. Read when a run begins, and not again during that run.</summary>
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
        Durations = 4,
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

    /// <summary>The durations of some messages are measured.</summary>
    public bool ToDurations
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (_parts & Parts.Durations) != 0;
    }

    /// <summary>What listeners want now and the settings allow.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Listening Now(InstrumentationSettings settings) =>
        settings.MetricsEnabled
            ? Of(settings.TracingEnabled && AkkaTelemetry.Source.HasListeners(), Instruments.IsListening, Instruments.IsMeasuring)
            : Of(settings.TracingEnabled && AkkaTelemetry.Source.HasListeners(), toCounts: false, toDurations: false);

    /// <summary>The same for a run that makes no spans.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Listening ToMetrics(InstrumentationSettings settings) =>
        settings.MetricsEnabled ? Of(toSpans: false, Instruments.IsListening, Instruments.IsMeasuring) : default;

    public bool Is(Listening other) => _parts == other._parts;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Listening Of(bool toSpans, bool toCounts, bool toDurations) =>
        new((toSpans ? Parts.Spans : Parts.None) | (toCounts ? Parts.Counts : Parts.None) | (toDurations ? Parts.Durations : Parts.None));
}
