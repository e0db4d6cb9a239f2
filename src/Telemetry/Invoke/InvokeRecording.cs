using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>What is written when an actor has finished a message.</summary>
internal static class InvokeRecording
{
    /// <summary>Never throws. The metric goes first, while the span is current, so that an exemplar finds it.</summary>
    public static void Close(in OpenInvoke invoke, long now)
    {
        try
        {
            var info = invoke.Info!;
            var failure = invoke.Failure is { } cause ? info.Actor.Failure(cause.GetType()) : null;
            if (invoke.MeasuredFrom != 0)
            {
                info.Actor.Served(now - invoke.MeasuredFrom);
                RecordDuration(info, failure, now - invoke.MeasuredFrom);
            }

            if (invoke.Span is { } span)
            {
                StopSpan(span, invoke.Failure, failure, now);
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
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

    private static void StopSpan(Activity span, Exception? cause, FailureCount? failure, long now)
    {
        if (cause is not null)
        {
            span.SetStatus(ActivityStatusCode.Error, cause.Message);
            span.SetTag(SpanAttributes.ErrorType, failure!.ErrorType);
        }

        span.SetEndTime(Ticks.ToUtc(now));
        span.Stop();
    }
}
