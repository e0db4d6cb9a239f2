using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Spans that are made when what they tell of is over. They are never current, and what is stays so.</summary>
internal static class LateSpan
{
    /// <summary>Null when the SDK's sampler does not want it. Never throws.</summary>
    public static Activity? Start(
        string name, ActivityKind kind, SpanTags tags, ActivityLink[]? links, long begunAt, string reason, long leftOut)
    {
        var current = new CurrentActivity();
        try
        {
            tags.Add(SpanAttributes.SamplingReason, reason);
            if (leftOut > 0)
            {
                tags.Add(SpanAttributes.SamplingSuppressed, leftOut);
            }

            // a root: what is current would become its parent
            Activity.Current = null;
            var span = AkkaTelemetry.Source.StartActivity(name, kind, default(ActivityContext), tags, links, Ticks.ToUtc(begunAt));
            if (span is { Recorded: false, IsAllDataRequested: false })
            {
                span.Stop();
                span = null;
            }

            return span;
        }
        catch (Exception e)
        {
            // A sampler threw, and nothing is current; or a listener to which the span was shown, and others may have seen its start.
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return Activity.Current;
        }
        finally
        {
            current.Restore();
        }
    }

    /// <summary>Never throws.</summary>
    public static void Stop(Activity span, long endedAt)
    {
        var current = new CurrentActivity();
        try
        {
            span.SetEndTime(Ticks.ToUtc(endedAt));
            span.Stop();
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
        finally
        {
            current.Restore();
        }
    }
}
