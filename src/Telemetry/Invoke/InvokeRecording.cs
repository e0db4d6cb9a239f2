using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>What is written when an actor has finished a message.</summary>
internal static class InvokeRecording
{
    /// <summary>Never throws. The metric goes first, while the span is current, so that an exemplar finds it.</summary>
    public static void Close(in OpenInvoke invoke, long now)
    {
        var info = invoke.Info!;
        var failure = invoke.Failure is { } failed ? info.Actor.Failure(failed.Cause.GetType()) : null;
        if (invoke.MeasuredFrom != 0)
        {
            try
            {
                RecordDuration(info, failure, now - invoke.MeasuredFrom);
            }
            catch (Exception e)
            {
                // a metric listener's; the span must end all the same
                TelemetryFault.Report(TelemetryFault.Listener, e);
            }
        }

        if (invoke.Span is { } span)
        {
            try
            {
                StopSpan(span, invoke.Failure, failure, now);
            }
            catch (Exception e)
            {
                // it is over, but whoever threw kept it from being taken off the thread
                TelemetryFault.Report(TelemetryFault.Listener, e);
                Activity.Current = null;
            }
        }
    }

    private static void RecordDuration(MessageTypeInfo info, FailureCount? failure, long ticks)
    {
        var seconds = Ticks.ToSeconds(ticks);
        if (failure is null)
        {
            Instruments.ProcessDuration.Record(seconds, info.Tags);
        }
        else
        {
            Instruments.ProcessDuration.Record(seconds, [.. info.Tags, new(SpanAttributes.ErrorType, failure.ErrorType)]);
        }
    }

    // A failed one is over but not stopped: the supervisor's decision will be one of its attributes.
    private static void StopSpan(Activity span, FailedInvoke? failed, FailureCount? failure, long now)
    {
        if (failed is null)
        {
            span.SetEndTime(Ticks.ToUtc(now));
            span.Stop();
            return;
        }

        span.SetStatus(ActivityStatusCode.Error, failed.Cause.Message);
        span.SetTag(SpanAttributes.ErrorType, failure!.ErrorType);
        span.SetEndTime(Ticks.ToUtc(now));
        failed.Ended(span);
        if (Activity.Current is not null)
        {
            Activity.Current = null;
        }
    }
}
