using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

// What goes wrong: an actor that fails, a supervisor that decides, a message that turns out to be slow.
internal sealed partial class MailboxRecorder
{
    private int _unseenEnvelope = -1;

    /// <summary>
    /// The actor told its supervisor that it failed. On the thread that runs it, and inside the message if it was its
    /// handler that threw: then the cell has a current message. It has none when the actor failed to start, and a system
    /// message when it escalates a child's failure. The message stays current when the restart fails too, hence its number.
    /// </summary>
    public void Failed(Exception cause)
    {
        if (Cell is not { } cell || _type is not { } type)
        {
            return;
        }

        var message = cell.CurrentMessage;
        var hasFailed = _aftermath?.FailedEnvelope == cell.CurrentEnvelopeId;

        // a handler may throw any of these as well: then its message has not failed before
        if (cause is ActorInitializationException start && (message is null or ISystemMessage || (cause is PostRestartException && hasFailed)))
        {
            StartFailed(type, start);
        }
        else if (message is not (null or ISystemMessage) && !hasFailed)
        {
            var aftermath = KnownAftermath;
            aftermath.FailedEnvelope = cell.CurrentEnvelopeId;
            MessageFailed(type, cell, aftermath, message, cause);
        }
    }

    /// <summary>
    /// A supervisor has decided about the actor's failure. Any thread, and maybe before the actor's thread has left the
    /// message that failed. Decisions about something else have another cause.
    /// </summary>
    /// <param name="cause">The failure that it is about.</param>
    /// <param name="directive">One of <see cref="Directives"/>; null when the supervisor failed itself.</param>
    public void Directed(Exception? cause, string? directive)
    {
        if (Volatile.Read(ref _aftermath) is { } aftermath
            && Volatile.Read(ref aftermath.Failure) is { } failure
            && ReferenceEquals(failure.Cause, cause)
            && Interlocked.CompareExchange(ref aftermath.Failure, null, failure) == failure)
        {
            failure.Decided(directive);
        }
    }

    /// <summary>A supervisor restarts the actor. Any thread.</summary>
    public void Restarting()
    {
        if (_system.Settings.MetricsEnabled)
        {
            _type?.Restarted();
        }
    }

    private Aftermath KnownAftermath => _aftermath ??= new Aftermath(_system.AfterTheFact);

    private void MessageFailed(ActorTypeInfo type, ActorCell cell, Aftermath aftermath, object message, Exception cause)
    {
        var now = Stopwatch.GetTimestamp();
        var settings = _system.Settings;
        var failure = new FailedInvoke(cause, settings.MetricsEnabled ? type.Failure(cause.GetType()) : null, now, settings.ExceptionLength);
        if (_tracing && _begunAt > 0 && aftermath.Settings.Errors && _open.Span is not { Recorded: true })
        {
            try
            {
                TraceFailure(type, cell, aftermath, InnerMessage.Of(message), now);
            }
            catch (Exception e)
            {
                // a listener's, to the end of the span that the message had: the failure counts all the same
                TelemetryFault.Report(TelemetryFault.Listener, e);
            }
        }

        Forget(now);
        if (_open.IsOpen)
        {
            _open.Failure = failure;
        }

        Expect(aftermath, failure);
    }

    // The supervisor's decision comes by the actor's dispatcher: not seen when that is not ours.
    private void Expect(Aftermath aftermath, FailedInvoke failure)
    {
        if (_foreign)
        {
            failure.Decided(null);
        }
        else
        {
            Interlocked.Exchange(ref aftermath.Failure, failure)?.Decided(null);
        }
    }

    /// <summary>Nobody will decide any more.</summary>
    private void ExpectNothing()
    {
        if (_aftermath is { } aftermath)
        {
            Interlocked.Exchange(ref aftermath.Failure, null)?.Decided(null);
        }
    }

    // The message was not sampled: it becomes one that has a span.
    private void TraceFailure(ActorTypeInfo type, ActorCell cell, Aftermath aftermath, object message, long now)
    {
        var kind = _cells.For(type, _rules!, message.GetType()).Kind;
        var (info, verdict) = (kind.Info, VerdictOf(kind, message));
        if (!MayBegin(verdict, message))
        {
            return;
        }

        var span = aftermath
            .About(this, info, verdict, cell.Sender, _begunAt, now)
            .Start(LateMessage.Error, info.NameFor(message), aftermath.Settings, now);
        if (span is not null)
        {
            var unrecorded = _open.Span;
            _open = new OpenInvoke(info, span, _open.Measured, _open.Waited);

            // its end takes away what is current
            _row = null;
            unrecorded?.Stop();
        }
    }

    private void StartFailed(ActorTypeInfo type, ActorInitializationException failed)
    {
        var now = Stopwatch.GetTimestamp();
        if (!_dates || !_system.AfterTheFact.Errors || !_system.AfterTheFact.TryTake(now, out var leftOut))
        {
            return;
        }

        var tags = new SpanTags();
        tags.FillStart(SystemName, type.Name, Path);
        var begunAt = Math.Min(Math.Abs(_begunAt), now);
        var name = failed is PostRestartException ? $"restart {type.Name}" : $"start {type.Name}";
        if (LateSpan.Start(name, ActivityKind.Internal, tags, links: null, begunAt, LateMessage.Error, leftOut) is not { } span)
        {
            return;
        }

        var cause = Thrown(failed);
        SpanError.Write(span, cause, type.Failure(cause.GetType()).ErrorType, now, _system.Settings.ExceptionLength);
        span.SetEndTime(Ticks.ToUtc(now));
        var failure = new FailedInvoke(failed, count: null);
        var current = new CurrentActivity();
        failure.Ended(span);
        current.Restore();
        Expect(KnownAftermath, failure);
    }

    // What the actor's own code threw is inside of what Akka and reflection tell about it.
    private static Exception Thrown(Exception failed)
    {
        while (failed is ActorInitializationException or TargetInvocationException or TypeLoadException && failed.InnerException is { } inner)
        {
            failed = inner;
        }

        return failed;
    }

    private bool MayBegin(Verdict verdict, object message) =>
        verdict.Trace is TraceMode.Sampled or TraceMode.Always
        && (_system.Settings.Filter is not { } filter || filter.Allows(message, alreadyInTrace: false));

    // The number of a message whose handler has thrown and of which no dispatcher of ours was told; none is negative. The cell keeps a message
    // only when its handler has thrown. Read before the run leaves the mailbox, used only if it has not been overtaken by then.
    private int UnseenFailure =>
        Cell is { CurrentMessage: not (null or ISystemMessage) } cell && _aftermath?.FailedEnvelope != cell.CurrentEnvelopeId ? cell.CurrentEnvelopeId : -1;

    // Once for each: the message stays the cell's current one until the next, and there may be runs for system messages in between.
    private FailedInvoke? CountUnseen(int envelope)
    {
        if (envelope < 0 || _type is not { } type || Interlocked.Exchange(ref _unseenEnvelope, envelope) == envelope)
        {
            return null;
        }

        var failure = new FailedInvoke(UnseenException.Instance, _system.Settings.MetricsEnabled ? type.Failure(typeof(UnseenException)) : null);
        failure.Decided(null);
        return failure;
    }

    // Before each run.
    private void AskForAftermath(bool traced)
    {
        var dated = _dates && traced;
        _dates = _tracing && _system.AfterTheFact.IsOn;
        _watches = _dates && _system.AfterTheFact.IsAboutTime;
        if (_dates && !dated)
        {
            Forget(CoarseClock.Now);
        }
    }

    // No message is at work that is known here: what comes now begins now.
    private void Forget(long now)
    {
        _begunAt = -now;
        _aftermath?.Ignore();
    }

    // A message that has no recorded span, of which there is more to remember than the time.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Remember(MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now)
    {
        var aftermath = KnownAftermath;
        aftermath.Began(next, now);
        if (aftermath.Settings.IsAboutTime && MayBegin(verdict, InnerMessage.Of(next.Message)))
        {
            aftermath.Watch(verdict);
            if (!_open.IsOpen)
            {
                _open = new OpenInvoke(info, span: null, measured: default);
            }
        }
    }

    /// <summary>Reads only: when the run that asks has been overtaken the answer is wrong, and is not used.</summary>
    private LateMessage? Slow(in OpenInvoke last, long now) =>
        _tracing && _aftermath is { Watched: { } verdict } aftermath && last is { Info: { } info, Span: not { Recorded: true } } && aftermath.IsSlow(_begunAt, now)
            ? aftermath.About(this, info, verdict, Cell?.Sender, _begunAt, now)
            : null;

    private void Finish(in OpenInvoke last, LateMessage? slow, long now, long busyFrom)
    {
        InvokeRecording.Close(last, now, Run, busyFrom);
        slow?.Trace(_system.AfterTheFact, last.IsTimed ? now : Stopwatch.GetTimestamp());
    }
}
