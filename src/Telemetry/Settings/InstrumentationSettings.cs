namespace AkkaInstrumentation;

/// <summary>The settings of one actor system, as <c>reference.conf</c> describes them. Immutable; read once at start.</summary>
internal sealed record InstrumentationSettings
{
    public required bool TracingEnabled { get; init; }

    public required bool MetricsEnabled { get; init; }

    public required bool SystemActors { get; init; }

    /// <summary>Share of roots that may be traced, 0 to 1.</summary>
    public required double SamplingRatio { get; init; }

    /// <summary>Spans per second; null for no limit.</summary>
    public required double? SamplingBudget { get; init; }

    /// <summary>Messages per second and actor type that are timed; 0 for every one.</summary>
    public required int TimedPerSecond { get; init; }

    /// <summary>Actor types told apart in metrics.</summary>
    public required int MetricsMaxActorTypes { get; init; }

    /// <summary>Message types told apart in metrics, for each actor type.</summary>
    public required int MetricsMaxMessageTypes { get; init; }

    public bool RecordsAnything => TracingEnabled || MetricsEnabled;
}
