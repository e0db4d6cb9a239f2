using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>First in, first out, without a capacity limit. This is the default.</summary>
internal sealed class UnboundedInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner)
    : InstrumentedMessageQueue<FifoStore>(system, owner, new()), IUnboundedMessageQueueSemantics;
