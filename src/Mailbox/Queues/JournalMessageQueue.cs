using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>For journals. A request is seen where it is sent: on the thread of the persistent actor, when its handler has ended.</summary>
internal sealed class JournalMessageQueue(AkkaInstrumentationExtension system, IActorRef owner)
    : InstrumentedMessageQueue<FifoStore>(system, owner, new()), IUnboundedMessageQueueSemantics
{
    public override void Enqueue(IActorRef receiver, Envelope envelope)
    {
        PersistentRelay.Asks(envelope.Message);
        base.Enqueue(receiver, envelope);
    }
}
