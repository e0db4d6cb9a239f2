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
