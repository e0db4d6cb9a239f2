namespace AkkaInstrumentation.Tests;

/// <summary>Spans that have ended.</summary>
internal static class TestSpans
{
    public static readonly DateTime Begin = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);

    private static readonly ActivitySource Actors = new(AkkaTelemetry.SourceName);
    private static readonly ActivitySource Requests = new("Microsoft.AspNetCore");

    /// <summary>A span of an actor.</summary>
    public static Activity Of(
        ActivityTraceId trace,
        string name,
        ActivitySpanId parent = default,
        double start = 0,
        double milliseconds = 1,
        double wait = 0,
        double stash = 0,
        string? error = null,
        int attributes = 0,
        string text = "",
        ActivityContext link = default,
        bool isRequest = false)
    {
        var source = isRequest ? Requests : Actors;
        using var listener = new ActivityListener
        {
            ShouldListenTo = listened => ReferenceEquals(listened, source),
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
        };
        ActivitySource.AddActivityListener(listener);
        Activity.Current = null;
        var span = source.CreateActivity(
            name,
            isRequest ? ActivityKind.Server : ActivityKind.Consumer,
            new ActivityContext(trace, parent == default ? ActivitySpanId.CreateRandom() : parent, ActivityTraceFlags.Recorded),
            links: link == default ? null : [new ActivityLink(link)])!;
        span.SetStartTime(Begin.AddMilliseconds(start));
        span.Start();
        if (!isRequest)
        {
            span.SetTag(AkkaSpanAttributes.ActorType, name).SetTag(AkkaSpanAttributes.MessageType, $"{name}Message");
        }

        Tag(AkkaSpanAttributes.MailboxWaitDuration, wait);
        Tag(AkkaSpanAttributes.StashDuration, stash);
        for (var i = 0; i < attributes; i++)
        {
            span.SetTag($"attribute.{i}", $"{i}{text}");
        }

        if (error is not null)
        {
            span.SetStatus(ActivityStatusCode.Error, error);
        }

        span.SetEndTime(Begin.AddMilliseconds(start + milliseconds));
        span.Stop();
        return span;

        void Tag(string key, double value)
        {
            if (value > 0)
            {
                span.SetTag(key, value / 1_000);
            }
        }
    }
}
