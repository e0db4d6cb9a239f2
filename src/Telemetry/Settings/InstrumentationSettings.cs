namespace AkkaInstrumentation;

/// <summary>The settings of one actor system, as <c>reference.conf</c> describes them. Immutable; read once at start.</summary>
internal sealed record InstrumentationSettings
{
    public required bool TracingEnabled { get; init; }

    public required bool MetricsEnabled { get; init; }

    public required bool SystemActors { get; init; }

    /// <summary>Ids of the dispatcher sections that are made instrumented; <see cref="DispatcherSections.Every"/> is all of them.</summary>
    public IReadOnlyList<string> Dispatchers { get; init; } = EveryDispatcher;

    /// <summary>One instance, so that settings that are equal compare so.</summary>
    public static IReadOnlyList<string> EveryDispatcher { get; } = [DispatcherSections.Every];

    public bool RecordsAnything => TracingEnabled || MetricsEnabled;
}
