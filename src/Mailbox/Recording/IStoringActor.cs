using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A persistent actor, as the core asks it: what it waits for, what its journal has answered, and the stash of its own that nobody else can see.
/// Where nothing else is said, the thread that runs the mailbox calls it. No member may throw.
/// </summary>
internal interface IStoringActor
{
    /// <summary>What waits for the actor's journal. Any thread.</summary>
    PersistenceWaits Waits { get; }

    /// <summary>The id of the actor's journal; empty before the actor is created. Any thread.</summary>
    string Store { get; }

    /// <summary>
    /// Why the journal or snapshot store has not done what the actor asked for, if the message at hand says so; null for nearly all.
    /// </summary>
    Exception? StoreError { get; }

    /// <summary>The id of the store that has answered with <see cref="StoreError"/>.</summary>
    string StoreOf(object answer);

    /// <summary>The name by which a message is shown that stands for another one, as a journal's answer for an event; null for its own.</summary>
    string? ShownName(object message);

    /// <summary>The actor has been created, for the first time or again.</summary>
    /// <param name="actor">The actor.</param>
    /// <param name="capacity">How many messages its own stash holds; not positive for no limit.</param>
    void Created(object actor, int capacity);

    /// <summary>The actor has emptied the stash that others can see: the messages go to its own, before those there.</summary>
    void Move(StashedMessage[] messages);

    /// <summary>The actor puts a message of its own stash back into its mailbox.</summary>
    void PutBack(Envelope envelope);

    /// <summary>The actor gets a message that it has put back. Returns it with its history, if that is known.</summary>
    StampedEnvelope TakeBack(in StampedEnvelope back);

    /// <summary>The actor has logged an error.</summary>
    void Logged(Exception cause);

    /// <summary>The actor stops itself, inside of a handler.</summary>
    /// <param name="logsErrors">Whether errors are logged.</param>
    void StopsItself(bool logsErrors);

    /// <summary>The actor has stopped. Returns why its recovery has failed, if it has and no message has told that.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="isMeasured">Metrics are collected.</param>
    Exception? Stopped(ActorTypeInfo type, bool isMeasured);
}
