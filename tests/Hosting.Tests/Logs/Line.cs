namespace AkkaInstrumentation.Tests.Logs;

/// <summary>A line that reached a logging provider, with the ids that the provider could read.</summary>
/// <param name="Text">The line.</param>
/// <param name="Trace">The ids.</param>
/// <param name="Cause">The exception.</param>
public sealed record Line(string Text, ActivityContext Trace, Exception? Cause = null)
{
    /// <summary>The name of its event; null for most lines. Only of what OpenTelemetry exports, like the level.</summary>
    public string? Event { get; init; }

    public LogLevel Level { get; init; }

    /// <summary>The baggage of the current activity.</summary>
    public IReadOnlyDictionary<string, string?> Baggage { get; init; } = new Dictionary<string, string?>();

    /// <summary>OpenTelemetry's baggage.</summary>
    public IReadOnlyDictionary<string, string> AmbientBaggage { get; init; } = new Dictionary<string, string>();

    /// <summary>Attributes of the record.</summary>
    public IReadOnlyDictionary<string, object?> Attributes { get; init; } = new Dictionary<string, object?>();

    /// <summary>Whether an activity was current.</summary>
    public bool HasTrace => Trace.TraceId != default;
}
