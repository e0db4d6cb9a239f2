using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>Control messages first, without a bound.</summary>
internal sealed class UnboundedControlAwareInstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner)
    : InstrumentedMessageQueue<ControlAwareStore>(system, owner, new()), IUnboundedMessageQueueSemantics;
