// The names by which the library knows these types. This project does not refer to the package that has the real ones.
using Akka.Actor;

namespace Akka.Persistence;

internal abstract class Eventsourced : UntypedActor;

internal sealed record Written(string Text);

internal sealed record Persistent(object Payload, IActorRef Sender);

internal sealed class AtomicWrite(IReadOnlyList<Persistent> payload)
{
    public IReadOnlyList<Persistent> Payload { get; } = payload;
}

internal sealed class WriteMessages(IReadOnlyList<AtomicWrite> messages, IActorRef persistentActor)
{
    public IReadOnlyList<AtomicWrite> Messages { get; } = messages;

    public IActorRef PersistentActor { get; } = persistentActor;
}

internal sealed class WriteMessagesSuccessful;

internal sealed class WriteMessageSuccess(Persistent persistent)
{
    public Persistent Persistent { get; } = persistent;
}
