using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The context that a message was sent in, as its span has it for a parent or a link.</summary>
internal static class SentIn
{
    /// <param name="trace">See <see cref="StampedEnvelope.Trace"/>.</param>
    /// <returns>Default for a message outside of any trace.</returns>
    public static ActivityContext Of(object? trace) => trace switch
    {
        SentTrace sent => sent.Context,
        UnsampledTrace { RecordedSource: { } activity } => activity.Context,
        UnsampledTrace unsampled => unsampled.Origin,
        ScheduledTrace scheduled => scheduled.Context,
        StashStory story => Of(story.Trace),
        _ => default,
    };

    /// <summary>
    /// Inside a trace that is not recorded only a rule that says "always" starts a span. It says so to the SDK's sampler too, which
    /// asks a parent whether it is recorded.
    /// </summary>
    public static ActivityContext AsParent(ActivityContext sentIn) =>
        sentIn == default || sentIn.TraceFlags.HasFlag(ActivityTraceFlags.Recorded)
            ? sentIn
            : new ActivityContext(sentIn.TraceId, sentIn.SpanId, sentIn.TraceFlags | ActivityTraceFlags.Recorded, sentIn.TraceState, sentIn.IsRemote);
}
