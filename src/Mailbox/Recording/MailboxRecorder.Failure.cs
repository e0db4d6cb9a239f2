using System.Diagnostics;
using System.Reflection;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Actor.Scheduler;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

// A failure that the actor reports to its supervisor. On the thread that runs the actor; if the handler threw, inside the message. And a system
// message, such as a restart or a Terminated: it ends the handler before it, and its trace flows while the actor handles it.
internal sealed partial class MailboxRecorder
{
    /// <summary>The actor has reported a failure to its supervisor.</summary>
    public void Failed(Exception cause)
    {
        if (this is not { Cell: { } cell, Type: { } type })
        {
            return;
        }

        // The cell has no message when the actor failed to start, and a system message when it escalates a child's failure. A handler may also
        // throw any of these types. Its message has then not failed before.
        var message = cell.CurrentMessage is ISystemMessage ? null : cell.CurrentMessage;
        var hasFailed = Failures.HasFailed(cell.CurrentEnvelopeId);
        if (cause is ActorInitializationException start && (message is null || (cause is PostRestartException && hasFailed)))
        {
            StartFailed(type, start);
        }
        else if (message is not null && !hasFailed)
        {
            MessageFailed(type, cell, message, cause);
        }
    }

    /// <summary>The actor escalates another actor's failure. Its own supervisor will decide.</summary>
    public void Escalated(Exception cause, MessageOrigin origin) => Expect(new PendingFailure(cause, count: null) { Origin = origin });

    // The handler of the actor's message threw.
    private void MessageFailed(ActorTypeInfo type, ActorCell cell, object message, Exception cause)
    {
        Failures.Failed(cell.CurrentEnvelopeId);
        var now = Stopwatch.GetTimestamp();
        var failure = NewFailure(type, cell.Sender, message, cause, now);
        failure.Attempt = Math.Max(1, _open.Attempt);

        // The span may be a retroactive one, which the handler did not know.
        var thrownIn = Failures.TakeThrownIn(cell.CurrentEnvelopeId);
        failure.Origin = Roots is null ? null
            : _open.Span is { } span && thrownIn?.Context.SpanId != span.SpanId ? SystemMessageMarker.OriginIn(span)
            : thrownIn ?? SystemMessageMarker.OriginHere(cause);
        Fail(failure);

        if (Last is { } last)
        {
            last.End(now, hasFailed: true);
            failure.LastMessages = ShowLast(last, type, cell, cause, now);
        }

        Expect(failure);
    }

    // A message is the answer of a journal or snapshot store that has not done what the actor asked for. It has failed, whatever its handler does.
    private void Refused(ActorTypeInfo type, in StampedEnvelope answer, Exception cause, string store)
    {
        var failure = NewFailure(type, answer.Sender, answer.Message, cause, Stopwatch.GetTimestamp(), store);

        // no supervisor is asked
        failure.Decided(null);
        Fail(failure);
    }

    // The actor has got a failure as a message: an answer, or what became of a task that it has piped to itself. One that comes back from its stash
    // was counted before.
    private void Told(ActorTypeInfo type, IActorRef? sender, Status.Failure failure)
    {
        var asked = _system.ActorNames.WhoFailed(Self, sender, failure.Cause);
        var count = failure.Cause is { } cause ? type.Failure(cause.GetType()) : type.Failure(typeof(UnseenException));
        if (_toCounts)
        {
            _system.Metrics.Events?.ErrorReplies.CountErrorReply(type.Name, asked, count.ErrorType);
        }

        Note(type, count, TypeNames.Get(typeof(Status.Failure)), failure.Cause, Stopwatch.GetTimestamp(), asked: asked);
    }

    // The handler of an event of the past has thrown. Akka has caught that and stopped the actor, and no supervisor knows.
    private void RecoveryFailed(ActorTypeInfo type, Exception cause)
    {
        var count = type.Failure(cause.GetType());
        Note(type, count, FoldedNames.Recovery, cause is UnseenException ? null : cause, Stopwatch.GetTimestamp());
        new PendingFailure(cause, _system.Settings.MetricsEnabled ? count : null).Decided(null);
    }

    // The actor sends itself a message while it restarts. Akka keeps the failed message as the cell's current one meanwhile. Another thread may
    // send the same object at this moment, which is no retry.
    private MessageOrigin? Retried(PendingFailure failure, object message, MessageOrigin? origin)
    {
        if (!ReferenceEquals(InternalCurrentActorCellKeeper.Current, Cell) || !ReferenceEquals(message, Cell?.CurrentMessage))
        {
            return origin;
        }

        if (!failure.IsRetried)
        {
            CountedType?.Retries.Increment();
            failure.IsRetried = true;
        }

        return new AttemptOrigin(origin, failure.Attempt + 1);
    }

    // Counts a failure of the current message, and gives the message a span if it has none.
    private PendingFailure NewFailure(ActorTypeInfo type, IActorRef? sender, object message, Exception cause, long now, string store = "")
    {
        var settings = _system.Settings;
        var count = type.Failure(cause.GetType());
        var isScheduled = message is IScheduledTellMsg;
        message = InnerMessage.Unwrap(message);
        if (Candidate.IsBegun && _system.RetroactiveLimits.Errors && _open.Span is not { IsAllDataRequested: true })
        {
            // A listener may throw when the message's former span ends. The failure is still counted.
            TelemetryFault.Guard(
                TelemetryFault.Listener,
                (Recorder: this, type, sender, message, now),
                static it => it.Recorder.Trace(it.type, it.sender, it.message, it.now));
        }

        Candidate.Forget(now);
        Note(type, count, TypeNames.Get(message.GetType()), cause, now, store);
        FlowOf(sender, type.Message(message.GetType()), isScheduled)?.Fail();
        return new PendingFailure(cause, settings.MetricsEnabled ? count : null, now, settings.ExceptionTexts);
    }

    // The last messages go to the log, within its limit, and to the message's span if it has one.
    private string? ShowLast(LastMessageRing last, ActorTypeInfo type, ActorCell cell, Exception cause, long now)
    {
        var lines = _system.FailureLines;
        var logs = lines.Takes(type.FailureLineShare, now, out var heldBack);
        if (!logs && _open.Span is not { IsAllDataRequested: true })
        {
            return null;
        }

        var text = LastMessageLines.Format(last.Read());
        if (logs)
        {
            lines.Write(cell.Self.Path.ToString()!, cell.Props.Type, cause, text, heldBack);
        }

        return text;
    }

    // The actor failed to start or to restart.
    private void StartFailed(ActorTypeInfo type, ActorInitializationException failed)
    {
        var now = Stopwatch.GetTimestamp();
        var cause = Thrown(failed);
        var count = type.Failure(cause.GetType());
        var failure = new PendingFailure(failed, _system.Settings.MetricsEnabled ? count : null);
        Note(type, count, FoldedNames.None, cause, now);
        var begunAt = Math.Min(Candidate.BegunAt, now);
        if (!Candidate.IsOn || !_system.RetroactiveLimits.Errors
            || RetroactiveSpan.OfStart(
                _system.Spans, this, type, failed is PostRestartException, begunAt, _system.RetroactiveLimits, now) is not { } span)
        {
            Expect(failure);
            return;
        }

        var failedAt = Ticks.ToUtcIn(span, begunAt, now);
        SpanError.Write(span, cause, count.ErrorType, failedAt, _system.Settings.ExceptionTexts);
        span.SetEndTime(failedAt);
        failure.Origin = SystemMessageMarker.OriginIn(span);
        using var scope = new ContextScope();
        failure.Ended(span);
        Expect(failure);
    }

    // For the health check, whether or not anybody listens.
    private void Note(
        ActorTypeInfo type, FailureCount count, string message, Exception? cause, long now, string store = "", string asked = "")
    {
        if (asked.Length == 0)
        {
            EnsureLoad().Failed(now);
        }

        _system.Observer.Failed(new(this, Cell, type, count, message, cause, now)
        {
            Trace = _open.Span is { IsAllDataRequested: true } span ? span.TraceId : default,
            Store = store,
            Asked = asked,
        });
    }

    // The message was not sampled. It gets a span now.
    private void Trace(ActorTypeInfo type, IActorRef? sender, object message, long now)
    {
        var (cell, verdict) = VerdictOn(type, _cells.For(type, _rules!, message.GetType()), message);
        var info = cell.Info;
        if (!RetroactiveSpan.MayBegin(verdict, _system.Settings.Filter, new(message, sender, this, enqueuedAt: 0, now)))
        {
            return;
        }

        var begun = Candidate.About(this, info, verdict, sender, now);
        if (begun.Start(RetroactiveSpan.Error, info.NameFor(message), _system.RetroactiveLimits, now) is { } span)
        {
            verdict.Fields?.Write(span, message, _system.SystemName);
            var unrecorded = _open.Span;
            Open(new(info, span, _open.Measured, _open.Waited, _open.Flow) { SpanBegunAt = begun.BegunAt, Attempt = _open.Attempt });
            unrecorded?.Stop();
        }
    }

    // The supervisor's decision passes the actor's dispatcher. It cannot be observed when that dispatcher is not instrumented.
    private void Expect(PendingFailure failure)
    {
        if (IsForeign)
        {
            failure.Decided(null);
        }
        else
        {
            Failures.Expect(failure);
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

    // Counts this unseen failure once. Returns it, or null when nothing was counted.
    private PendingFailure? CountUnseen(int envelope)
    {
        if (Type is not { } type || !Failures.TryCountUnseen(envelope))
        {
            return null;
        }

        var count = type.Failure(typeof(UnseenException));
        Note(type, count, FoldedNames.Unknown, cause: null, Stopwatch.GetTimestamp());
        var settings = _system.Settings;
        var failure = new PendingFailure(UnseenException.Instance, settings.MetricsEnabled ? count : null,
            texts: settings.ExceptionTexts with { AreInEvent = false });
        failure.Decided(null);
        return failure;
    }

    /// <summary>
    /// The actor handles a system message next. The handler of its last message has ended, or awaits. The trace of the system message flows until the
    /// next message is taken, the next marker, or the end of the run. Running thread. Never throws.
    /// </summary>
    /// <param name="marker">What its sender has enqueued before it.</param>
    internal void BeginSystemMessage(SystemMessageMarker marker)
    {
        if (!IsInRun || !IsRecording)
        {
            marker.Tracked?.Ended();
            marker.Failure?.Restarted();
            return;
        }

        IsAtWork = true;
        TelemetryFault.Guard(TelemetryFault.Listener, (Recorder: this, marker), static it => it.Recorder.BeginSystemMessageCore(it.marker));
        IsAtWork = false;
    }

    private void BeginSystemMessageCore(SystemMessageMarker marker)
    {
        _state = RecorderState.InSystemMessage;
        var hasEnded = !IsAwaiting;
        if (hasEnded)
        {
            // The failure of a handler that awaited has yet to be reported.
            if (IsOpen && !Failures.HasThrown(Cell!.CurrentEnvelopeId))
            {
                EndMessage();
            }

            Relay?.End();
        }

        EndSystemMessage();
        if (marker.Failure is { } failure)
        {
            // Until its end every message to the actor is timed, so that a retry is among those that are looked at.
            (_restarting, _timing) = (failure, null);
        }

        _systemMessage = marker.Tracked;
        _systemMessage?.Began(span: null);
        var origin = marker.WaitForMessage();
        if (_toSpans)
        {
            _systemActivity = EnterSystemMessage(OriginOf(marker.Message, origin), hasEnded);
        }
    }

    private void EndSystemMessage()
    {
        if (_systemActivity is not null)
        {
            Interlocked.Exchange(ref _systemActivity, null)?.End();
        }

        if (_systemMessage is { } ended)
        {
            _systemMessage = null;
            ended.Ended();
        }

        if (_restarting is { } failure)
        {
            (_restarting, _timing) = (null, Last is null ? _type!.Timing : TimingRate.All);
            failure.Restarted();
        }
    }

    // A restart or a stop waits until the actor's children have stopped. The end of the last one finishes it, and belongs to it from then on.
    private MessageOrigin? OriginOf(SystemMessage message, MessageOrigin? origin)
    {
        var children = Cell!.ChildrenContainer;
        var waitsFor = (children as TerminatingChildrenContainer)?.Reason;
        if (message is Recreate && waitsFor is SuspendReason.Recreation)
        {
            // Akka keeps it, and runs it at once when the first restart has ended. Nothing shows where the one ends and the other begins.
            (origin, _finishing) = (null, null);
        }
        else if (message is Recreate or Terminate && waitsFor is not SuspendReason.Termination)
        {
            _finishing = children.Children.Count > 0 ? origin : null;
        }
        else if (message is DeathWatchNotification { Actor: var ended }
            && waitsFor is SuspendReason.Recreation or SuspendReason.Termination
            && children.Children.Count == 1
            && children.TryGetByRef(ended, out _))
        {
            (origin, _finishing) = (_finishing, null);
        }

        return origin;
    }

    // Beside a handler that awaits no activity is current.
    private NonRecordingActivity? EnterSystemMessage(MessageOrigin? origin, bool hasEnded)
    {
        if (hasEnded && origin is { IsRecorded: false, IsUndecidedRoot: false, NonRecording: not null })
        {
            return EnterUnsampled(origin, Type!.ActivityNeed);
        }

        EnterWithoutSpan(origin, passesThrough: origin is { IsRecorded: true });
        return null;
    }
}
