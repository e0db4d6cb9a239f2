using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Records that an actor has finished a message.</summary>
internal static class InvokeRecording
{
    /// <summary>
    /// Closes an invoke. Records the metric first, while the span is current, so that an exemplar refers to the span. Never throws.
    /// </summary>
    /// <param name="invoke">The invoke to close.</param>
    /// <param name="now">The time at which the actor finished.</param>
    /// <param name="run">The run of the mailbox.</param>
    /// <param name="busyFrom">See <see cref="BusyFrom"/>.</param>
    public static void Close(in OpenInvoke invoke, long now, MailboxRunState? run, long busyFrom)
    {
        var info = invoke.Info!;
        var failure = invoke.Failure is { } failed ? info.Actor.Failure(failed.Cause.GetType()) : null;
        if (!invoke.Measured.IsNone)
        {
            try
            {
                if (invoke.Span is not null && !ReferenceEquals(Activity.Current, invoke.Span))
                {
                    // A handler that awaits ends in a later run than the one in which it began. The end of the span resets this.
                    Activity.Current = invoke.Span;
                }

                info.Actor.Served(now - invoke.Measured.Ticks, invoke.Measured.Shift);
                RecordDuration(info, failure, now - invoke.Measured.Ticks, invoke.Measured.Shift);
                Busy(invoke, now - busyFrom, run);
            }
            catch (Exception e)
            {
                // a metric listener threw; the span must still end
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
                // The span has ended. The code that threw prevented its removal from the thread.
                TelemetryFault.Report(TelemetryFault.Listener, e);
                Activity.Current = null;
            }
        }
    }

    /// <summary>
    /// The time from which the message has occupied a thread. In the run that began the message: the start of the message. In a later run, after an
    /// await: the start of that run.
    /// </summary>
    public static long BusyFrom(in OpenInvoke invoke, MailboxRunState? run) => run is { ResumedAt: not 0 and var resumed } ? resumed : invoke.Measured.Ticks;

    /// <summary>Records the time for which a measured message has occupied a thread.</summary>
    public static void Busy(in OpenInvoke invoke, long ticks, MailboxRunState? run)
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
            WeightedTimestamp.Record(Instruments.ProcessDuration, seconds, shift, info.Tags);
        }
        else
        {
            WeightedTimestamp.Record(Instruments.ProcessDuration, seconds, shift, [.. info.Tags, new(AkkaSpanAttributes.ErrorType, failure.ErrorType)]);
        }
    }

    // The span of a failed message has ended but is not stopped, because the supervisor's decision becomes one of its attributes.
    private static void StopSpan(Activity span, FailedInvoke? failed, FailureCount? failure, long now)
    {
        if (failed is null)
        {
            span.SetEndTime(Ticks.ToUtc(now));
            span.Stop();
            return;
        }

        failed.Describe(span, failure!.ErrorType);
        span.SetEndTime(Ticks.ToUtc(now));
        failed.Ended(span);
        if (Activity.Current is not null)
        {
            Activity.Current = null;
        }
    }
}
