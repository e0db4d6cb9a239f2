namespace AkkaInstrumentation.Tests;

/// <summary>
/// Listeners that want everything of ours and keep nothing of it: for tests of what listening costs, or of what is current in handlers.
/// </summary>
public static class Unheeding
{
    /// <summary>On every instrument; it pulls nothing by itself.</summary>
    public static MeterListener Metrics() => Listening.Metrics((_, _, _, _) => { });

    /// <summary>On our source and others, always with this answer.</summary>
    public static ActivityListener Spans(ActivitySamplingResult answer, params string[] others) =>
        Listening.Spans((ref _) => answer, sources: [AkkaTelemetry.SourceName, .. others]);
}
