using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>First in, first out, with room for so many messages.</summary>
internal sealed class BoundedInstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner, BoundedSettings bounds)
    : InstrumentedMessageQueue<BoundedStore<FifoStore>>(system, owner, new(new(), bounds)), IBoundedMessageQueueSemantics
{
    public TimeSpan PushTimeOut { get; } = bounds.PushTimeOut;
}
