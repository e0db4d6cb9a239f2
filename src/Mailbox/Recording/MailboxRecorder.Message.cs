using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

// A message of the mailbox, when it is taken. Most are counted here, and nothing more. The others go on in Decide (.Scope).
internal sealed partial class MailboxRecorder
{
    public override TimeSpan? CurrentWait => _open is { Info: not null, Waited: >= 0 and var ticks } ? Stopwatch.GetElapsedTime(0, ticks) : null;

    /// <summary>
    /// Whether the running thread is between two messages, in here or in a listener, and not in the actor. The watchdog reads it. It may see it
    /// too late, which its next look corrects.
    /// </summary>
    internal bool IsAtWork { get; private set; }

    // Whether what is current after a message without a span is right for the next one, if that has no trace of its own.
    private bool IsPlain => SendersDraw && (!_toSpans || !(Candidate.IsAboutTime || _system.Roots.AsksSdk));

    /// <summary>
    /// Counts a message that needs only a count. Returns false when the message needs <see cref="NextMessage"/>. Nothing here can throw, and it
    /// writes only the count and the start time.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryCount(in StampedEnvelope next)
    {
        if (_state != RecorderState.Counting
            || !next.Stamp.IsNone
            || _cells.FindPlain(next.Message.GetType()) is not { } cell
            || (_toSpans && !StaysUnsampled(cell.Info, next.Origin)))
        {
            return false;
        }

        if (_toCounts)
        {
            cell.Count();
        }

        return true;
    }

    /// <summary>The mailbox was found empty. Returns false when that needs <see cref="NextMessage"/>, because something is still open.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnd()
    {
        if (_state != RecorderState.Counting || Observer is not null)
        {
            return false;
        }

        _state = RecorderState.Idle;
        return true;
    }

    /// <summary>The actor has finished its last message, if any. It now gets <paramref name="next"/>, or the mailbox is empty.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void NextMessage(bool taken, StampedEnvelope next)
    {
        IsAtWork = true;
        try
        {
            var now = IsOpen && IsInRun ? EndMessage() : 0;
            EndSystemMessage();
            if (!taken)
            {
                _state = RecorderState.Idle;
                Observer?.Rests();
            }
            else
            {
                if (_finishing is not null)
                {
                    _finishing = null;
                }

                if ((_type ?? AttachToOwner()) is { } type)
                {
                    BeginMessage(type, next, now);
                }

                _state = !IsOpen && IsPlain && IsInRun ? RecorderState.Counting : RecorderState.InMessage;
            }
        }
        catch (Exception e)
        {
            // No error of the instrumentation or of a listener may lose a message. This message may have been opened, so the next one must close it.
            _state = RecorderState.InMessage;
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        IsAtWork = false;
    }

    // The message has no trace of its own, as the previous one, and only its start time has to be kept.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool StaysUnsampled(MessageTypeInfo info, MessageOrigin? origin)
    {
        var now = CoarseClock.Now;
        var need = info.ActivityNeed;
        if (need.IsThere(_system.Settings.TracingSamplingUnsampledTraceIds, now)
            || !(origin is null || ReferenceEquals(origin, NonRecordingContext.WithoutId))
            || Candidate.HasMore
            || !HandlerContext.TryContinue(need.WithoutActivity))
        {
            return false;
        }

        Candidate.BeginPlain(now);
        return true;
    }

    private void BeginMessage(ActorTypeInfo actor, in StampedEnvelope next, long now)
    {
        // Without an instrumented run, the end of the last message of a batch is not seen. So there is no span and no processing time, and each
        // message asks who listens.
        var isInRun = IsInRun;
        if (!isInRun)
        {
            Follow(_system.Settings.Rules);
            Listen(_system.Settings, mayTrace: true);
        }

        var cell = _cells.For(actor, _rules!, next.Message.GetType());
        var (info, verdict, isPlain) = (cell.Info, cell.Verdict, cell.IsPlain);
        if (!isPlain)
        {
            // The type is one of Akka's wrappers, shares its cell with other types, or matches a rule.
            (cell, verdict) = VerdictOn(actor, cell, next.Message);
            info = cell.Info;
        }

        var counted = _toCounts && verdict.Measure ? cell : null;
        var observer = Observer;
        if (observer?.Counts(next, counted) != false)
        {
            counted?.Count();
        }

        var isTraced = isInRun && _toSpans;
        if (observer is { SetsAside: true } && next.Origin is not { IsRecorded: true })
        {
            SetAside(observer, info, next, isTraced, isInRun);
        }
        else if (!next.Stamp.IsNone || !SendersDraw || (isTraced && (!isPlain || (next.Origin is null && _system.Roots.AsksSdk))))
        {
            var begun = SystemMetrics.BeginWork();
            try
            {
                Decide(cell, verdict, next, now, isTraced, isInRun);
            }
            finally
            {
                _system.Metrics.EndWork(begun);
            }
        }
        else if (isTraced)
        {
            if (EnterUnsampled(next.Origin, info.ActivityNeed) is { } activity)
            {
                Open(new(info, activity));
            }

            KeepCandidate(info, verdict, next, now, waited: -1);
        }
        else if (_toCounts)
        {
            // A persistent actor also measures its writes.
            observer?.Arrives(actor, next, now, verdict.Measure);
        }

        if (!isPlain && next.Message is Status.Failure failure && !actor.IsInfrastructure && next.Origin?.History is null)
        {
            Told(actor, next.Sender, failure);
        }

        if (observer?.StoreError is { } cause)
        {
            Refused(actor, next, cause, observer.StoreOf(next.Message));
        }
    }

    // Akka keeps the message and gives it to the actor again, which then handles it: no trace begins now, and nothing is measured.
    private void SetAside(MessageObserver observer, MessageTypeInfo info, in StampedEnvelope next, bool isTraced, bool isInRun)
    {
        if (isTraced)
        {
            EnterWithoutSpan(next.Origin, passesThrough: false);
            HandlerContext.Enter(PassThroughContext.Nothing);
            Candidate.Forget(CoarseClock.Now);
        }

        var number = observer.Begin(new(info, next, span: null, Stopwatch.GetTimestamp(), waited: -1, isTraced, isInRun));
        if (isInRun && number != 0)
        {
            Open(new(info) { Number = number });
        }
    }

    private (MessageCell Cell, Verdict Verdict) VerdictOn(ActorTypeInfo actor, MessageCell cell, object message)
    {
        if (cell.Info.IsWrapper)
        {
            message = InnerMessage.Unwrap(message);
            cell = _cells.For(actor, _rules!, message.GetType());
        }

        return (cell, cell.IsOfMany ? _rules!.For(message.GetType()) : cell.Verdict);
    }

    // The message is not recorded. If it fails or is slow, it may get a span.
    private void KeepCandidate(MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, long waited)
    {
        if (!Candidate.IsOn)
        {
            return;
        }

        var begunAt = now == 0 ? CoarseClock.Now : now;
        Candidate.Begin(next, begunAt, waited);
        if (Candidate.IsAboutTime && RetroactiveSpan.MayBegin(verdict, _system.Settings.Filter, new(next, this, begunAt)))
        {
            Candidate.Watch(verdict);
            if (!IsOpen)
            {
                Open(new(info));
            }
        }
    }

    // Makes the trace and the baggage of a message current that is not recorded, and whose actor has started. Returns its activity; null for none.
    private NonRecordingActivity? EnterUnsampled(MessageOrigin? origin, ActivityNeed need, bool isNew = false)
    {
        CarriedBaggage.Arrive(origin?.Baggage);
        var trace = isNew ? null : origin?.NonRecording;
        return (trace ?? NonRecordingContext.WithoutId).Enter(need, _system.Settings.TracingSamplingUnsampledTraceIds, origin?.Baggage);
    }
}
