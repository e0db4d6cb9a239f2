using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>Records that an actor has finished a message.</summary>
internal static class InvokeRecording
{
    /// <summary>
    /// Closes an invoke. Its durations are left to <see cref="PendingMeasurements"/>. Where every message is measured, and where there is no place left,
    /// they are recorded at once. Never throws.
    /// </summary>
    /// <param name="invoke">The invoke to close.</param>
    /// <param name="span">Its span; null when it has none.</param>
    /// <param name="now">The time at which the actor finished.</param>
    /// <param name="run">The run of the mailbox.</param>
    /// <param name="busyFrom">See <see cref="BusyFrom"/>.</param>
    public static void Close(in OpenInvoke invoke, Activity? span, long now, MailboxRunState? run, long busyFrom)
    {
        var info = invoke.Info!;
        var failure = invoke.Failure is { } failed ? info.Actor.Failure(failed.Cause.GetType()) : null;
        if (!invoke.Measured.IsNone)
        {
            var measurement = new MessageMeasurement(
                info, failure, WantsBusyTime(run), invoke.Waited, now - invoke.Measured.Ticks, now - busyFrom, invoke.Measured.Shift);
            Record(measurement, span);
        }

        if (span is not null)
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
        if (!invoke.Measured.IsNone && WantsBusyTime(run) is { } dispatcher)
        {
            invoke.Info!.BusyOn(dispatcher).Add(ticks, invoke.Measured.Shift);
        }
    }

    private static DispatcherMeter? WantsBusyTime(MailboxRunState? run) => DispatcherInstruments.WantsBusyTime ? run?.Dispatcher : null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Record(in MessageMeasurement measurement, Activity? span)
    {
        try
        {
            if (span is not null && !ReferenceEquals(Activity.Current, span))
            {
                // A handler that awaits ends in a later run than the one in which it began. The end of the span resets this.
                Activity.Current = span;
            }

            if (!TryLeave(measurement, span))
            {
                measurement.Record();
            }
        }
        catch (Exception e)
        {
            // a metric listener threw; the span must still end
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }

    private static bool TryLeave(in MessageMeasurement measurement, Activity? span)
    {
        if (!measurement.Message.Actor.Timing.LeavesForLater)
        {
            return false;
        }

        if (span is null)
        {
            return PendingMeasurements.TryAdd(measurement);
        }

        // No context can be captured where a handler has suppressed its flow.
        return ExecutionContext.Capture() is { } context && PendingMeasurements.TryAdd(measurement with { Context = context });
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
