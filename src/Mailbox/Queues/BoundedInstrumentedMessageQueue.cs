using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>First in, first out, with a capacity.</summary>
internal sealed class BoundedInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, BoundedSettings bounds)
    : InstrumentedMessageQueue<BoundedStore>(system, owner, new(bounds)), IBoundedMessageQueueSemantics
{
    public TimeSpan PushTimeOut { get; } = bounds.PushTimeOut;
}
