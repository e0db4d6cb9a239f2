using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The message that an actor handles, if the message is measured, traced or watched. Nothing is kept for other messages. The struct has no reference
/// to the message, because an idle actor must not keep its last message alive.
/// </summary>
internal struct MessageScope(MessageTypeInfo info, Activity? span = null,
    WeightedTimestamp measured = default, long waited = -1, MessageFlow? flow = null)
{
    /// <summary>The actor's type and the message's type; null when no message is open.</summary>
    public readonly MessageTypeInfo? Info = info;

    /// <summary>The start time and the number of messages that this one stands for; none when its durations are not recorded.</summary>
    public readonly WeightedTimestamp Measured = measured;

    /// <summary>Ticks that the message waited in the mailbox; negative when they are not known.</summary>
    public readonly long Waited = waited;

    /// <summary>The flow that a measured message belongs to; null when flows are not recorded.</summary>
    public readonly MessageFlow? Flow = flow;

    /// <summary>Its span, or the activity of an unsampled message; null when it has none.</summary>
    public Activity? Span = span;

    /// <summary>The record of the message for a test that follows it; null for nearly all messages.</summary>
    public TrackedMessage? Tracked;

    /// <summary>Its failure; null when it has not failed so far.</summary>
    public PendingFailure? Failure;

    /// <summary>Ticks at which its span begins.</summary>
    public long SpanBegunAt { get; init; }

    /// <summary>See <see cref="MessageOrigin.Attempt"/>; 0 for the first.</summary>
    public int Attempt { get; init; }

    /// <summary>The number by which the mailbox's observer knows it; 0 for none.</summary>
    public long Number { get; init; }

    /// <summary>Its actor stopped while its handler awaited, and Akka never resumes it.</summary>
    public bool IsCutOff;

    /// <summary>Its span if the span is collected; otherwise null.</summary>
    public readonly Activity? Recording => Span is { IsAllDataRequested: true } span ? span : null;

    /// <summary>Whether the end time is recorded. Otherwise the message is only watched for being slow.</summary>
    public readonly bool IsTimed => Recording is not null || !Measured.IsNone;

    /// <summary>The message has failed. Does nothing when none is open.</summary>
    public void Fail(PendingFailure failure)
    {
        if (Info is not null)
        {
            Failure = failure;
        }
    }

    /// <summary>
    /// The actor has finished the message. Its durations are passed to <see cref="PendingMeasurements"/>. They are recorded at once where every
    /// message is measured or where no place is left. Never throws.
    /// </summary>
    /// <param name="now">The time at which the actor finished.</param>
    /// <param name="mailbox">The actor's mailbox.</param>
    /// <param name="busyFrom">The time from which the message has occupied this thread.</param>
    /// <param name="allocated">Bytes that its handler has allocated since then.</param>
    public readonly void End(long now, ObservedMailbox mailbox, long busyFrom, long allocated)
    {
        var failure = Failure is { } failed ? Info!.Actor.Failure(failed.Cause.GetType()) : null;
        if (!Measured.IsNone)
        {
            var error = IsCutOff ? SpanError.ActorStopped : failure?.ErrorType;
            var dispatcher = BusyTimeOf(mailbox.Dispatcher);
            var load = mailbox.EnsureLoad();
            Record(new(Info!, error, dispatcher, Waited, now - Measured.Ticks, now - busyFrom, allocated, Measured.Shift, load, Flow), Recording);
        }

        if (Span is not null)
        {
            try
            {
                if (IsCutOff)
                {
                    SpanError.WriteStopped(Span);
                }

                StopSpan(Span, Failure, failure, SpanBegunAt, now);
            }
            catch (Exception e)
            {
                // The span has ended. The code that threw has kept the span from being removed as the current one. Handlers of that change may throw,
                // too.
                TelemetryFault.Report(TelemetryFault.Listener, e);
                TelemetryFault.Guard(TelemetryFault.Listener, default(Activity), static none => Activity.Current = none);
            }
        }

        Tracked?.Ended(IsCutOff);
    }

    /// <summary>The handler awaits. Records how long a measured message has occupied a thread so far, and how many bytes it has allocated.</summary>
    public readonly void Busy(long ticks, long allocated, DispatcherMeter? dispatcher)
    {
        if (!Measured.IsNone && BusyTimeOf(dispatcher) is { } meter)
        {
            Info!.BusyOn(meter).Add(ticks, allocated, Measured.Shift);
        }
    }

    private static DispatcherMeter? BusyTimeOf(DispatcherMeter? dispatcher) =>
        ObservableInstruments.ActorBusy.Enabled || ObservableInstruments.Allocated.Enabled ? dispatcher : null;

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

    // No context can be captured if a handler has suppressed its flow.
    private static bool TryLeave(in MessageMeasurement measurement, Activity? span) =>
        measurement.Message.Actor.Timing.LeavesForLater
        && (span is null
            ? PendingMeasurements.TryAdd(measurement)
            : ExecutionContext.Capture() is { } context && PendingMeasurements.TryAdd(measurement with { Context = context }));

    // The span of a failed message has ended but is not stopped, because the supervisor's decision becomes one of its attributes.
    private static void StopSpan(Activity span, PendingFailure? failed, FailureCount? failure, long begunAt, long now)
    {
        if (!span.IsAllDataRequested)
        {
            span.Stop();
            return;
        }

        if (failed is null)
        {
            span.SetEndTime(Ticks.ToUtcIn(span, begunAt, now));
            span.Stop();
            return;
        }

        failed.Describe(span, failure!.ErrorType, begunAt);
        span.SetEndTime(Ticks.ToUtcIn(span, begunAt, now));
        failed.Ended(span);
        if (Activity.Current is not null)
        {
            Activity.Current = null;
        }
    }
}
