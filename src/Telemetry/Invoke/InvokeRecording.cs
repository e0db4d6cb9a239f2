using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>What is written when an actor has finished a message.</summary>
internal static class InvokeRecording
{
    /// <summary>Never throws. The metric goes first, while the span is current, so that an exemplar finds it.</summary>
    /// <param name="invoke">What is closed.</param>
    /// <param name="now">When the actor had finished.</param>
    /// <param name="run">The run of the mailbox.</param>
    /// <param name="busyFrom">See <see cref="BusyFrom"/>.</param>
    public static void Close(in OpenInvoke invoke, long now, MeteredRun? run, long busyFrom)
    {
        var info = invoke.Info!;
        var failure = invoke.Failure is { } failed ? info.Actor.Failure(failed.Cause.GetType()) : null;
        if (!invoke.Measured.IsNone)
        {
            try
            {
                if (invoke.Span is not null && !ReferenceEquals(Activity.Current, invoke.Span))
                {
                    // an awaiting handler ends in another run than the one it began in; the span's end takes it away again
                    Activity.Current = invoke.Span;
                }

                info.Actor.Served(now - invoke.Measured.Ticks, invoke.Measured.Shift);
                RecordDuration(info, failure, now - invoke.Measured.Ticks, invoke.Measured.Shift);
                Busy(invoke, now - busyFrom, run);
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

    /// <summary>
    /// When the message began to occupy a thread: in the run in which it was begun at its start, in a later one, after an await, at the run's.
    /// </summary>
    public static long BusyFrom(in OpenInvoke invoke, MeteredRun? run) => run is { ResumedAt: not 0 and var resumed } ? resumed : invoke.Measured.Ticks;

    /// <summary>A measured message has occupied a thread for so long.</summary>
    public static void Busy(in OpenInvoke invoke, long ticks, MeteredRun? run)
    {
        if (run?.Dispatcher is { } dispatcher && !invoke.Measured.IsNone && DispatcherInstruments.WantsBusyTime)
        {
            invoke.Info!.BusyOn(dispatcher).Add(ticks, invoke.Measured.Shift);
        }
    }

    private static void RecordDuration(MessageTypeInfo info, FailureCount? failure, long ticks, int shift)
    {
        var seconds = Ticks.ToSeconds(ticks);
        if (failure is null)
        {
            Chosen.Record(Instruments.ProcessDuration, seconds, shift, info.Tags);
        }
        else
        {
            Chosen.Record(Instruments.ProcessDuration, seconds, shift, [.. info.Tags, new(SpanAttributes.ErrorType, failure.ErrorType)]);
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

        span.SetStatus(ActivityStatusCode.Error, TelemetryFault.MessageOf(failed.Cause));
        span.SetTag(SpanAttributes.ErrorType, failure!.ErrorType);
        span.SetEndTime(Ticks.ToUtc(now));
        failed.Ended(span);
        if (Activity.Current is not null)
        {
            Activity.Current = null;
        }
    }
}
