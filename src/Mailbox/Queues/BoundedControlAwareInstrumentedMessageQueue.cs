using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>Control messages first, with room for so many messages of both sorts together.</summary>
internal sealed class BoundedControlAwareInstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner, BoundedSettings bounds)
    : InstrumentedMessageQueue<BoundedStore<ControlAwareStore>>(system, owner, new(new(), bounds)), IBoundedMessageQueueSemantics
{
    public TimeSpan PushTimeOut { get; } = bounds.PushTimeOut;
}
