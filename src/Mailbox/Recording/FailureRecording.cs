using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// The failures of one actor. It keeps the number of the failed message, so that a failure is recorded once. It also keeps the failure that the
/// supervisor has not yet decided about. There is at most one. A new failure, or the end of the mailbox, means that the decision about the old one is
/// lost.
/// </summary>
internal struct FailureRecording
{
    // Written by the thread that runs the mailbox. Taken by the thread that decides.
    private PendingFailure? _undecided;

    // Numbers of messages, which are never negative. A failed message stays the cell's current one when its restart also fails. Runs for system
    // messages may come before the next message.
    private int _failed;
    private int _unseen;

    // The trace of an asynchronous handler that has thrown. Akka reports the failure later, in another context. Running thread.
    private ThrownIn? _thrown;

    public FailureRecording() => _failed = _unseen = -1;

    /// <summary>Whether this message's failure is recorded. It stays the cell's current message when the restart also fails.</summary>
    public readonly bool HasFailed(int envelope) => _failed == envelope;

    /// <summary>Whether the handler of this message is known to have thrown, by this class or by the end of a run. Any thread.</summary>
    public readonly bool IsOver(int envelope) => _failed == envelope || _unseen == envelope;

    /// <summary>A message has failed.</summary>
    public void Failed(int envelope) => _failed = envelope;

    /// <summary>An asynchronous handler has thrown, and its actor will report that. Running thread, in the context of the handler.</summary>
    /// <param name="envelope">The number of its message.</param>
    /// <param name="origin">The trace of the handler, with its baggage; null for none.</param>
    public void WillFail(int envelope, MessageOrigin? origin) => _thrown = new(envelope, origin);

    /// <summary>Whether the asynchronous handler of this message has thrown, and the supervisor does not know yet. Running thread.</summary>
    public readonly bool HasThrown(int envelope) => _thrown?.Envelope == envelope;

    /// <summary>The trace of the asynchronous handler of this message, if it has thrown; otherwise null. Running thread.</summary>
    public MessageOrigin? TakeThrownIn(int envelope)
    {
        var thrown = _thrown;
        _thrown = null;
        return thrown?.Envelope == envelope ? thrown.Origin : null;
    }

    /// <summary>The supervisor will decide about this failure.</summary>
    public void Expect(PendingFailure failure) => Interlocked.Exchange(ref _undecided, failure)?.Decided(null);

    /// <summary>The trace of the message that failed with this exception; null when the supervisor has decided, and for none.</summary>
    public readonly MessageOrigin? OriginOf(Exception? cause) =>
        Volatile.Read(in _undecided) is { } failure && ReferenceEquals(failure.Cause, cause) ? failure.Origin : null;

    /// <summary>The supervisor will not decide any more.</summary>
    public void ExpectNothing() => Interlocked.Exchange(ref _undecided, null)?.Decided(null);

    /// <summary>
    /// A supervisor has decided about the actor's failure. Called on any thread, possibly before the actor's thread has left the failed message.
    /// A decision about another failure has another cause. Returns the failure if its actor will restart: it waits for
    /// <see cref="PendingFailure.Restarted"/>.
    /// </summary>
    /// <param name="cause">The failure that the decision is about.</param>
    /// <param name="directive">One of <see cref="Directives"/>; null when the supervisor itself failed.</param>
    public PendingFailure? Decided(Exception? cause, string? directive)
    {
        if (Volatile.Read(ref _undecided) is { } failure
            && ReferenceEquals(failure.Cause, cause)
            && Interlocked.CompareExchange(ref _undecided, null, failure) == failure)
        {
            failure.Decided(directive);
            return directive == Directives.Restart ? failure : null;
        }

        return null;
    }

    /// <summary>
    /// The number of the cell's message if its handler threw and no instrumented dispatcher saw the failure; otherwise negative. The cell keeps a
    /// message only when its handler threw. Read before a run leaves the mailbox. Used only if the next run has not overtaken it by then.
    /// </summary>
    /// <param name="cell">The actor's cell; null when it is not known.</param>
    public readonly int UnseenOf(ActorCell? cell) =>
        cell is { CurrentMessage: not (null or ISystemMessage), CurrentEnvelopeId: var envelope } && !HasFailed(envelope) ? envelope : -1;

    /// <summary>
    /// Returns true if this unseen failure has not been counted yet, and marks it as counted. Two runs may call this at the same time.
    /// </summary>
    public bool TryCountUnseen(int envelope) => envelope >= 0 && Interlocked.Exchange(ref _unseen, envelope) != envelope;

    private sealed record ThrownIn(int Envelope, MessageOrigin? Origin);
}
