using System.Diagnostics;
using System.Reflection;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Actor.Scheduler;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Records a failure: its count, its text for the diagnosis, and a span where the message has none. Unless a member says otherwise, it is called on
/// the thread that runs the actor and, if the handler threw, inside the message.
/// </summary>
internal static class FailureReports
{
    /// <summary>The actor has reported a failure to its supervisor.</summary>
    public static void Failed(MailboxRecorder mailbox, Exception cause)
    {
        if (mailbox is not { Cell: { } cell, Type: { } type })
        {
            return;
        }

        // The cell has no message when the actor failed to start, and a system message when it escalates a child's failure. A handler may
        // throw such an exception itself. Its message is then not yet recorded as failed.
        var message = cell.CurrentMessage is ISystemMessage ? null : cell.CurrentMessage;
        var hasFailed = mailbox.Failures.HasFailed(cell.CurrentEnvelopeId);
        if (cause is ActorInitializationException start && (message is null || (cause is PostRestartException && hasFailed)))
        {
            StartFailed(mailbox, type, start);
        }
        else if (message is not null && !hasFailed)
        {
            MessageFailed(mailbox, type, cell, message, cause);
        }
    }

    /// <summary>The actor escalates another actor's failure. Its own supervisor will decide.</summary>
    public static void Escalated(MailboxRecorder mailbox, Exception cause, MessageOrigin origin) =>
        Expect(mailbox, new PendingFailure(cause, count: null) { Origin = origin });

    // The handler of the actor's message threw.
    private static void MessageFailed(MailboxRecorder mailbox, ActorTypeInfo type, ActorCell cell, object message, Exception cause)
    {
        mailbox.Failures.Failed(cell.CurrentEnvelopeId);
        var now = Stopwatch.GetTimestamp();
        var failure = NewFailure(mailbox, type, cell.Sender, message, cause, now);
        failure.Attempt = Math.Max(1, mailbox.Scope.Attempt);

        // The span may be a retroactive one, which did not exist while the handler ran.
        var thrownIn = mailbox.Failures.TakeThrownIn(cell.CurrentEnvelopeId);
        failure.Origin = mailbox.Roots is null ? null
            : mailbox.Scope.Span is { } span && thrownIn?.Context.SpanId != span.SpanId ? SystemMessageMarker.OriginIn(span)
            : thrownIn ?? SystemMessageMarker.OriginHere(cause);
        mailbox.Scope.Fail(failure);

        mailbox.Observer?.Failed(failure, mailbox, now, hasSpan: mailbox.Scope.Recording is not null);
        Expect(mailbox, failure);
    }

    /// <summary>
    /// The message is an answer by which a journal or snapshot store refuses a request. It counts as failed, whatever its handler does.
    /// </summary>
    public static void Refused(MailboxRecorder mailbox, ActorTypeInfo type, in StampedEnvelope answer, Exception cause, string store)
    {
        var failure = NewFailure(mailbox, type, answer.Sender, answer.Message, cause, Stopwatch.GetTimestamp(), store);

        // no supervisor is asked
        failure.Decided(null);
        mailbox.Scope.Fail(failure);
    }

    /// <summary>
    /// The actor has got a failure as a message: as an answer, or as the result of a task that it has piped to itself. A failure that comes back from
    /// the actor's stash was counted before.
    /// </summary>
    public static void Told(MailboxRecorder mailbox, ActorTypeInfo type, IActorRef? sender, Status.Failure failure)
    {
        var count = failure.Cause is { } cause ? type.Failure(cause.GetType()) : type.Failure(typeof(UnseenException));
        var seen = new SeenFailure(
            mailbox, mailbox.Cell, type, count, TypeNames.Get(typeof(Status.Failure)), failure.Cause, Stopwatch.GetTimestamp())
        { Trace = TraceOf(mailbox) };
        mailbox.Instrumentation.Observer.Told(seen, sender, mailbox.IsCounting);
    }

    /// <summary>The handler of a replayed event has thrown. Akka has caught the exception and stopped the actor, and no supervisor learns of
    /// it.</summary>
    public static void RecoveryFailed(MailboxRecorder mailbox, ActorTypeInfo type, Exception cause)
    {
        var count = type.Failure(cause.GetType());
        Note(mailbox, type, count, FoldedNames.Recovery, cause is UnseenException ? null : cause, Stopwatch.GetTimestamp(), TraceOf(mailbox));
        if (mailbox.Instrumentation.Settings.MetricsEnabled)
        {
            // no supervisor is asked
            count.Increment(null);
        }
    }

    /// <summary>
    /// The actor sends itself a message while it restarts. Akka keeps the failed message as the cell's current one meanwhile. Another thread may
    /// send the same object at this moment, which is no retry. The sender's thread.
    /// </summary>
    public static MessageOrigin? Retried(MailboxRecorder mailbox, PendingFailure failure, object message, MessageOrigin? origin)
    {
        if (!ReferenceEquals(InternalCurrentActorCellKeeper.Current, mailbox.Cell) || !ReferenceEquals(message, mailbox.Cell?.CurrentMessage))
        {
            return origin;
        }

        if (!failure.IsRetried)
        {
            mailbox.CountedType?.Retries.Increment();
            failure.IsRetried = true;
        }

        return new ExtendedOrigin(origin) { Repetitions = failure.Attempt };
    }

    // Notes a failure, and gives the message a span if it has none. The failure is counted once the supervisor has decided about it.
    private static PendingFailure NewFailure(
        MailboxRecorder mailbox, ActorTypeInfo type, IActorRef? sender, object message, Exception cause, long now, string store = "")
    {
        var settings = mailbox.Instrumentation.Settings;
        var count = type.Failure(cause.GetType());
        var isScheduled = message is IScheduledTellMsg;
        message = InnerMessage.Unwrap(message);
        mailbox.Kept?.HasFailed();
        if (mailbox.Candidate.IsBegun && mailbox.Instrumentation.Retroactive.Errors && mailbox.Scope.Span is not { IsAllDataRequested: true })
        {
            // A listener may throw when the message's former span ends. The failure is still counted.
            TelemetryFault.Guard(
                TelemetryFault.Listener,
                (mailbox, type, sender, message, now),
                static it => Trace(it.mailbox, it.type, it.sender, it.message, it.now));
        }

        mailbox.Candidate.Forget(now);
        Note(mailbox, type, count, TypeNames.Get(message.GetType()), cause, now, TraceOf(mailbox), store);
        MessageOpening.FlowOf(mailbox, sender, type.Message(message.GetType()), isScheduled)?.Fail();
        return new PendingFailure(cause, settings.MetricsEnabled ? count : null, now, settings.ExceptionTexts);
    }

    // The actor failed to start or to restart.
    private static void StartFailed(MailboxRecorder mailbox, ActorTypeInfo type, ActorInitializationException failed)
    {
        var (system, now) = (mailbox.Instrumentation, Stopwatch.GetTimestamp());
        var cause = Thrown(failed);
        var count = type.Failure(cause.GetType());
        var failure = new PendingFailure(failed, system.Settings.MetricsEnabled ? count : null);
        Note(mailbox, type, count, FoldedNames.None, cause, now, TraceOf(mailbox));
        var begunAt = Math.Min(mailbox.Candidate.BegunAt, now);
        if (!mailbox.Candidate.IsOn || !system.Retroactive.Errors
            || system.Retroactive.StartOfActor(mailbox, type, failed is PostRestartException, begunAt, now) is not { } span)
        {
            Expect(mailbox, failure);
            return;
        }

        var failedAt = Ticks.ToUtcIn(span, begunAt, now);
        SpanError.Write(span, cause, count.ErrorType, failedAt, system.Settings.ExceptionTexts);
        span.SetEndTime(failedAt);
        failure.Origin = SystemMessageMarker.OriginIn(span);
        using var scope = new ContextScope();
        failure.Ended(span);
        Expect(mailbox, failure);
    }

    // The trace of the message at hand, if it has a span.
    private static ActivityTraceId TraceOf(MailboxRecorder mailbox) => mailbox.Scope.Recording?.TraceId ?? default;

    // For the health check, so it is noted even when nothing is collected.
    private static void Note(MailboxRecorder mailbox, ActorTypeInfo type, FailureCount count, string message, Exception? cause, long now,
        ActivityTraceId trace, string store = "")
    {
        mailbox.EnsureLoad().Failed(now);
        mailbox.Instrumentation.Observer.Failed(new(mailbox, mailbox.Cell, type, count, message, cause, now)
        {
            Trace = trace,
            Store = store,
        });
    }

    // The message was not sampled. It gets a span now.
    private static void Trace(MailboxRecorder mailbox, ActorTypeInfo type, IActorRef? sender, object message, long now)
    {
        var (cell, verdict) = mailbox.VerdictOn(type, message);
        var info = cell.Info;
        var shownName = mailbox.ShownName(verdict, message);
        if (!mailbox.MayBegin(verdict, new(message, sender, mailbox, enqueuedAt: 0, now), shownName))
        {
            return;
        }

        var begun = mailbox.Candidate.ToMessage(mailbox, info, verdict, sender, now, shownName);
        begun.Place = mailbox.Kept?.PlaceOfFailed();
        if (mailbox.Instrumentation.Retroactive.Start(begun, info.NameFor(message), now) is { } span)
        {
            verdict.Fields?.Write(span, message, mailbox.Instrumentation.SystemName);
            var unrecorded = mailbox.Scope.Span;
            mailbox.Open(new(info, span, mailbox.Scope.Measured, mailbox.Scope.Waited, mailbox.Scope.Flow)
            {
                SpanBegunAt = begun.BegunAt,
                Attempt = mailbox.Scope.Attempt,
                Number = mailbox.Scope.Number,
                Tracked = mailbox.Scope.Tracked,
            });
            unrecorded?.Stop();
        }
    }

    // The supervisor's decision passes the actor's dispatcher. It cannot be observed when that dispatcher is not instrumented.
    private static void Expect(MailboxRecorder mailbox, PendingFailure failure)
    {
        if (mailbox.IsForeign)
        {
            failure.Decided(null);
        }
        else
        {
            mailbox.Failures.Expect(failure);
        }
    }

    // Akka and reflection wrap the exception that the actor's own code threw.
    private static Exception Thrown(Exception failed)
    {
        while (failed is ActorInitializationException or TargetInvocationException or TypeLoadException && failed.InnerException is { } inner)
        {
            failed = inner;
        }

        return failed;
    }

    /// <summary>
    /// Counts a failure that no instrumented dispatcher has seen, once. Returns it; null when nothing was counted. The thread of a run, which may
    /// have left the mailbox.
    /// </summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="envelope">The number of the message.</param>
    /// <param name="trace">The trace of the message, if it has a span.</param>
    public static PendingFailure? CountUnseen(MailboxRecorder mailbox, int envelope, ActivityTraceId trace = default)
    {
        if (mailbox.Type is not { } type || !mailbox.Failures.TryCountUnseen(envelope))
        {
            return null;
        }

        var count = type.Failure(typeof(UnseenException));
        Note(mailbox, type, count, FoldedNames.Unknown, cause: null, Stopwatch.GetTimestamp(), trace);
        var settings = mailbox.Instrumentation.Settings;
        var failure = new PendingFailure(UnseenException.Instance, settings.MetricsEnabled ? count : null,
            texts: settings.ExceptionTexts with { AreInEvent = false });
        failure.Decided(null);
        return failure;
    }
}
