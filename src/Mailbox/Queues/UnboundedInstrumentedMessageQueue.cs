using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>First in, first out, without a bound: the default.</summary>
internal sealed class UnboundedInstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner)
    : InstrumentedMessageQueue<FifoStore>(system, owner, new()), IUnboundedMessageQueueSemantics;
