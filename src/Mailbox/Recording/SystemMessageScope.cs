using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// The system message that an actor handles. It begins with the marker before it, and ends with the next marker, the next message of the actor, or
/// the end of the run. Its trace flows until then. Running thread, except at the end of a run, when the next one may already be active.
/// </summary>
internal struct SystemMessageScope
{
    // The trace of a restart or stop that waits for the actor's children.
    private MessageOrigin? _finishing;

    // The message, if a test follows it.
    private TrackedMessage? _tracked;

    // The current activity while the actor handles a system message of an unsampled trace.
    private NonRecordingActivity? _activity;

    // The failure because of which the actor restarts.
    private PendingFailure? _restarting;

    /// <summary>
    /// The failure because of which the actor restarts, while it handles the restart; otherwise null. Senders read it too. They use it on the running
    /// thread only.
    /// </summary>
    public readonly PendingFailure? Restarting => Volatile.Read(in _restarting);

    /// <summary>Whether a restart or stop waits for the actor's children.</summary>
    public readonly bool IsFinishing => _finishing is not null;

    /// <summary>The actor has got a message, so no restart or stop is under way.</summary>
    public void HasMessage()
    {
        if (_finishing is not null)
        {
            _finishing = null;
        }
    }

    /// <summary>The actor handles a system message next.</summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="marker">The marker that its sender has enqueued before it.</param>
    /// <param name="isTraced">Whether spans are collected.</param>
    /// <param name="hasEnded">Whether the handler before it has ended. While a handler awaits, no activity is current.</param>
    public void Begin(MailboxRecorder mailbox, SystemMessageMarker marker, bool isTraced, bool hasEnded)
    {
        _restarting = marker.Failure;
        _tracked = marker.Tracked;
        _tracked?.Began(span: null);
        var origin = marker.WaitForMessage();
        if (!isTraced)
        {
            return;
        }

        origin = OriginOf(mailbox.Cell!, marker.Message, origin);
        var isKept = UnsampledMessage.IsUsed && origin?.Trace is KeptOrigin { IsPlain: true };
        if (hasEnded && !isKept && origin is { IsRecorded: false, IsUndecidedRoot: false, NonRecording: not null })
        {
            _activity = mailbox.EnterUnsampled(origin, mailbox.Type!.ActivityNeed);
        }
        else
        {
            HandlerContext.EnterWithoutSpan(origin, passesThrough: isKept || origin is { IsRecorded: true });
        }
    }

    /// <summary>
    /// The system message has ended. Returns whether it was a restart because of a failure. The restart may still wait for the actor's children.
    /// </summary>
    public bool End()
    {
        if (_activity is not null)
        {
            Interlocked.Exchange(ref _activity, null)?.End();
        }

        if (_tracked is not null)
        {
            Interlocked.Exchange(ref _tracked, null)?.Ended();
        }

        if (_restarting is not { } failure)
        {
            return false;
        }

        _restarting = null;
        failure.Restarted();
        return true;
    }

    /// <summary>
    /// The run in which it was handled has ended. Each field is read before the check whether the run is the last one, so the values read belong to
    /// this run. The exchange fails if the next run has ended the system message.
    /// </summary>
    public void EndWithRun(in RunOwnership owner, int run)
    {
        if (_tracked is { } handled && owner.IsLast(run) && Interlocked.CompareExchange(ref _tracked, null, handled) == handled)
        {
            handled.Ended();
        }

        if (_activity is { } current && owner.IsLast(run) && Interlocked.CompareExchange(ref _activity, null, current) == current)
        {
            current.End();
        }
    }

    // A restart or a stop waits until the actor's children have stopped. The end of the last child finishes it, so that end belongs to the same
    // trace.
    private MessageOrigin? OriginOf(ActorCell cell, SystemMessage message, MessageOrigin? origin)
    {
        var children = cell.ChildrenContainer;
        var waitsFor = (children as TerminatingChildrenContainer)?.Reason;
        if (message is Recreate && waitsFor is SuspendReason.Recreation)
        {
            // Akka keeps the second restart and runs it as soon as the first has ended. Nothing shows where one ends and the other begins.
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
}
