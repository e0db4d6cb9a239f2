namespace AkkaInstrumentation.Tests;

/// <summary>Activities of traces that somebody has decided not to sample.</summary>
public static class Unsampled
{
    /// <summary>An activity as a request has whose caller, in another process, did not sample it. Not started.</summary>
    public static Activity Activity(string name, string? state = null) =>
        new Activity(name) { TraceStateString = state }.SetParentId(ActivityTraceId.CreateRandom(),
            ActivitySpanId.CreateRandom(), ActivityTraceFlags.None);
}
