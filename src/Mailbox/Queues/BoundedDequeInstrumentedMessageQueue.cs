using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>First in, first out, with room for so many messages, and a front, which has no bound, for an actor that stashes.</summary>
internal sealed class BoundedDequeInstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner, BoundedSettings bounds)
    : InstrumentedDeque<BoundedStore<FifoStore>>(system, owner, new(new(), bounds)), IBoundedDequeBasedMessageQueueSemantics
{
    public TimeSpan PushTimeOut { get; } = bounds.PushTimeOut;
}
