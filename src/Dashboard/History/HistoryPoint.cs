namespace AkkaInstrumentation;

/// <summary>The figures of the actors of one type, or of all actors, for one step of the history. Durations in microseconds; NaN for none.</summary>
internal readonly record struct HistoryPoint(
    float PerSecond, float Failures, float Restarts, float Waiting, float Oldest, float WaitP95, float WorkP95)
{
    /// <summary>Nothing is known of this step.</summary>
    public static HistoryPoint Unknown { get; } = new(float.NaN, float.NaN, float.NaN, float.NaN, float.NaN, float.NaN, float.NaN);
}
