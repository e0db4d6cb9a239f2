using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Sees the rare events of one actor system, for health and diagnosis, even while no metrics are collected. Called on the thread on which the event
/// happens, which may be any.
/// </summary>
internal interface IRareEvents
{
    /// <summary>A supervisor restarts an actor.</summary>
    void Restarted(ObservedMailbox actor, ActorTypeInfo type);

    /// <summary>
    /// A handler threw, an actor failed to start or to recover, its journal or snapshot store failed, or it got a failure as a message.
    /// </summary>
    void Failed(in SeenFailure failure);

    /// <summary>The watch over the mailboxes of a dispatcher that wait for a thread; null for none. Called once for each dispatcher.</summary>
    WaitWatch? WatchWaits(string dispatcher);
}

/// <summary>A failure of an actor, at the place where it is observed. It must not be kept, because it refers to the actor.</summary>
/// <param name="Mailbox">The actor's mailbox.</param>
/// <param name="Cell">The actor's cell; null when it is gone.</param>
/// <param name="Type">The actor's type.</param>
/// <param name="Count">The count of failures with this exception.</param>
/// <param name="Message">Readable name of the message's type; <c>_none</c> when the actor failed to start, <c>_recovery</c> when it failed to
/// recover.</param>
/// <param name="Cause">The exception; null when it is not known.</param>
/// <param name="At"><see cref="Stopwatch"/> ticks.</param>
internal readonly record struct SeenFailure(
    ObservedMailbox Mailbox, ActorCell? Cell, ActorTypeInfo Type, FailureCount Count, string Message, Exception? Cause, long At)
{
    /// <summary>The message's trace, if it was recorded.</summary>
    public ActivityTraceId Trace { get; init; }

    /// <summary>The id of the journal or snapshot store that failed; empty for a handler's failure.</summary>
    public string Store { get; init; } = "";

    /// <summary>
    /// For a <c>Status.Failure</c> that the actor got: the readable name of the type of the actor that was asked or has answered, or <c>_unknown</c>.
    /// Empty if the actor itself has failed.
    /// </summary>
    public string Asked { get; init; } = "";
}
