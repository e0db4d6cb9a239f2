// The names by which the library knows these types. This project does not refer to the package that has the real ones.
using Akka.Actor;

namespace Akka.Persistence
{
    internal abstract class Eventsourced : UntypedActor;

    internal sealed record Written(string Text);

    internal sealed record Persistent(object Payload, IActorRef Sender);

    internal sealed class AtomicWrite(IReadOnlyList<Persistent> payload)
    {
        public IReadOnlyList<Persistent> Payload { get; } = payload;
    }

    internal sealed class NonPersistentMessage(object payload, IActorRef sender)
    {
        public object Payload { get; } = payload;

        public IActorRef Sender { get; } = sender;
    }

    internal sealed class WriteMessages(IReadOnlyList<object> messages, IActorRef persistentActor)
    {
        public IReadOnlyList<object> Messages { get; } = messages;

        public IActorRef PersistentActor { get; } = persistentActor;

        public static WriteMessages Of(IActorRef persistentActor, params Persistent[] events) =>
            new([.. events.Select(written => new AtomicWrite([written]))], persistentActor);
    }

    internal sealed class WriteMessagesSuccessful;

    internal sealed class WriteMessageSuccess(Persistent persistent)
    {
        public Persistent Persistent { get; } = persistent;
    }

    internal sealed class LoopMessageSuccess(object message)
    {
        public object Message { get; } = message;
    }

    internal sealed class WriteMessageFailure(Persistent persistent, Exception cause)
    {
        public Persistent Persistent { get; } = persistent;

        public Exception Cause { get; } = cause;
    }

    internal sealed class WriteMessageRejected(Persistent persistent, Exception cause)
    {
        public Persistent Persistent { get; } = persistent;

        public Exception Cause { get; } = cause;
    }

    internal sealed class RecoveryPermitGranted;

    internal sealed class LoadSnapshotResult;

    internal sealed class ReplayedMessage;

    internal sealed class RecoverySuccess;

    internal sealed class ReplayMessagesFailure(Exception cause)
    {
        public Exception Cause { get; } = cause;
    }
}

namespace Akka.Persistence.Journal
{
    internal abstract class WriteJournalBase : UntypedActor;
}
