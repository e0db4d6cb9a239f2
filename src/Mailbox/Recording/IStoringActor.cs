using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The core's view of a persistent actor: what the actor waits for, what its journal has answered, and the actor's internal stash, which no other
/// code can see. Unless a member says otherwise, the thread that runs the mailbox calls it. No member may throw.
/// </summary>
internal interface IStoringActor
{
    /// <summary>The messages and events that wait for the actor's journal. Any thread.</summary>
    PersistenceWaits Waits { get; }

    /// <summary>The id of the actor's journal; empty before the actor is created. Any thread.</summary>
    string Store { get; }

    /// <summary>
    /// Why the journal or snapshot store has refused a request, if the message at hand says so; null for nearly all messages.
    /// </summary>
    Exception? StoreError { get; }

    /// <summary>The id of the store that has answered with <see cref="StoreError"/>.</summary>
    string StoreOf(object answer);

    /// <summary>The name under which a message is shown when it stands for another one, as a journal's answer stands for an event; null for the
    /// message's own name.</summary>
    string? ShownName(object message);

    /// <summary>The actor has been created, for the first time or again.</summary>
    /// <param name="actor">The actor.</param>
    /// <param name="capacity">How many messages its internal stash holds; zero or negative for no limit.</param>
    void Created(object actor, int capacity);

    /// <summary>The actor has emptied its public stash: the messages go to its internal stash, before those that are there.</summary>
    void Move(StashedMessage[] messages);

    /// <summary>The actor puts a message of its internal stash back into its mailbox.</summary>
    void PutBack(Envelope envelope);

    /// <summary>The actor gets a message that it has put back. Returns it with its history, if that is known.</summary>
    StampedEnvelope TakeBack(in StampedEnvelope back);

    /// <summary>The actor has logged an error.</summary>
    void Logged(Exception cause);

    /// <summary>The actor stops itself, inside of a handler.</summary>
    /// <param name="logsErrors">Whether errors are logged at the current log level.</param>
    void StopsItself(bool logsErrors);

    /// <summary>The actor has stopped. Returns why its recovery has failed, if it has failed and no message has reported it; otherwise
    /// null.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="isMeasured">Whether metrics are collected.</param>
    Exception? Stopped(ActorTypeInfo type, bool isMeasured);
}
