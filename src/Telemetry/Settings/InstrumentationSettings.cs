namespace AkkaInstrumentation;

/// <summary>The settings of one actor system, as <c>reference.conf</c> describes them. Immutable; read once at start.</summary>
internal sealed record InstrumentationSettings
{
    public required bool TracingEnabled { get; init; }

    public required bool MetricsEnabled { get; init; }

    public required bool SystemActors { get; init; }

    public bool RecordsAnything => TracingEnabled || MetricsEnabled;
}
