namespace AkkaInstrumentation;

/// <summary>Figures of one dispatcher since the system's start.</summary>
internal sealed class DispatcherFigures
{
    public long Runs { get; set; }

    public double BusySeconds { get; set; }
}

/// <summary>The figures of one dispatcher for about a second.</summary>
internal sealed class DispatcherSecond
{
    public long Runs { get; set; }

    public double BusySeconds { get; set; }

    public DurationCounts Delays { get; } = new();

    /// <summary>Messages of the timed runs, and the number of these runs that took any.</summary>
    public (long Messages, long Runs) Batches { get; set; }
}
