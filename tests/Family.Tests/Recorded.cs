namespace AkkaInstrumentation.Tests;

/// <summary>Traces that are recorded and not kept, for tests that look at what is current in handlers.</summary>
internal static class Recorded
{
    /// <summary>Records all spans of the library, and of other sources.</summary>
    public static ActivityListener Everything(params string[] others) => Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded, others);

    /// <summary>Begins a trace on this thread.</summary>
    public static Activity Root() => new Activity("test").SetIdFormat(ActivityIdFormat.W3C).SetParentId(
        ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded).Start();
}
