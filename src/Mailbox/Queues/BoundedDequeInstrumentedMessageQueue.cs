using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>First in, first out, with a capacity, for an actor that stashes. The capacity does not apply to the front.</summary>
internal sealed class BoundedDequeInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, BoundedSettings bounds)
    : InstrumentedDeque<BoundedStore>(system, owner, new(bounds)), IBoundedDequeBasedMessageQueueSemantics
{
    public TimeSpan PushTimeOut { get; } = bounds.PushTimeOut;
}
