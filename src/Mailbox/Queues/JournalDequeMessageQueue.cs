using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>A <see cref="JournalMessageQueue"/> for a journal that stashes.</summary>
internal sealed class JournalDequeMessageQueue(AkkaInstrumentationExtension system, IActorRef owner)
    : InstrumentedDeque<FifoStore>(system, owner, new()), IUnboundedDequeBasedMessageQueueSemantics
{
    public override void Enqueue(IActorRef receiver, Envelope envelope)
    {
        PersistentRelay.Asks(envelope.Message);
        base.Enqueue(receiver, envelope);
    }
}
