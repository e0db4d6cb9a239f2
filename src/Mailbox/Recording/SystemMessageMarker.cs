using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Runs code on an actor's thread just before the actor handles a system message. Akka handles system messages between two user messages and has no
/// extension point that shows when. So this marker goes into the queue of system messages, directly before the message. It goes there in an
/// <see cref="Unwatch"/>, as a watcher that never watched. Akka asks such a watcher whether it is the actor itself, and does nothing else
/// (<c>ActorCell.RemWatcher</c>, <c>EmptyLocalActorRef.SpecialHandle</c>, Akka 1.5.71). The cell's current message stays, which a restart passes to
/// <c>PreRestart</c>.
/// <para>
/// Locks: the sender takes the monitor of the recorder before it enqueues the marker, and holds it until the system message is in the queue. So no
/// other sender's marker comes between them. The actor may take the marker before that. It then waits for the monitor, and Akka finds the system
/// message before it takes the next user message. Each wait is bounded, in case an executor blocks or runs the mailbox within the sender's call.
/// After it, the system message belongs to no trace.
/// </para>
/// </summary>
internal sealed class SystemMessageMarker(MailboxRecorder mailbox, SystemMessage message, MessageOrigin? origin, PendingFailure? failure = null)
    : MinimalActorRef, IEquatable<IActorRef>
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(1);

    private bool _hasBegun;

    /// <summary>The system message that follows.</summary>
    public SystemMessage Message => message;

    /// <summary>The failure that is the reason for a restart of the actor; null for none.</summary>
    public PendingFailure? Failure => failure;

    /// <summary>The record of the system message for a test that follows it; null for nearly all.</summary>
    public TrackedMessage? Tracked => origin?.Tracked;

    public override ActorPath Path => mailbox.Self.Path;

    public override IActorRefProvider Provider => throw new NotSupportedException();

    /// <summary>
    /// Enqueues a marker. Called by the sender of the system message, before that is enqueued. Returns whether the sender now holds the monitor of
    /// <paramref name="mailbox"/> and has to leave it afterwards.
    /// </summary>
    /// <param name="receiver">The actor that gets the system message.</param>
    /// <param name="mailbox">Its mailbox.</param>
    /// <param name="message">The system message.</param>
    /// <param name="origin">The trace that the system message belongs to; null for none.</param>
    /// <param name="failure">See <see cref="Failure"/>.</param>
    public static bool Enqueue(ActorCell receiver, MailboxRecorder mailbox, SystemMessage message,
        MessageOrigin? origin, PendingFailure? failure = null)
    {
        var isAlone = Monitor.TryEnter(mailbox, LongestWait);
        try
        {
            receiver.SendSystemMessage(
                new Unwatch((IInternalActorRef)receiver.Self, new SystemMessageMarker(mailbox, message, isAlone ? origin : null, failure)));
            return isAlone;
        }
        catch when (isAlone)
        {
            Monitor.Exit(mailbox);
            throw;
        }
    }

    /// <summary>The origin of a system message that is sent now on this thread. Its trace passes through the code that handles it.</summary>
    public static MessageOrigin? OriginHere(object message) =>
        SentOnBehalf.IsOn ? null
        : Activity.Current is { IsStopped: false } span && MessageOrigin.IsRecording(span) ? OriginIn(span)
        : SenderOrigin.Find(message);

    /// <summary>The same for a system message about the message that has this span. The span has not stopped.</summary>
    public static MessageOrigin? OriginIn(Activity span)
    {
        if (MessageOrigin.IsRecording(span))
        {
            SenderContext.KeepSpan(span);
        }

        return CarriedBaggage.With(span);
    }

    /// <summary>Waits until the system message is in the queue. Returns the trace that it belongs to; null for none. The actor's thread.</summary>
    public MessageOrigin? WaitForMessage()
    {
        if (!Monitor.TryEnter(mailbox, LongestWait))
        {
            return null;
        }

        Monitor.Exit(mailbox);
        return origin;
    }

    /// <summary>Akka's question for the actor itself, on its thread, is where the system message begins. The answer is always no.</summary>
    bool IEquatable<IActorRef>.Equals(IActorRef? other)
    {
        if (!_hasBegun && ReferenceEquals(InternalCurrentActorCellKeeper.Current, mailbox.Cell))
        {
            _hasBegun = true;
            mailbox.BeginSystemMessage(this);
        }

        return false;
    }

    public override bool Equals(object? obj) => ReferenceEquals(this, obj);

    public override int GetHashCode() => 0;
}

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
