using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>First in, first out, without a capacity limit, with a front for an actor that stashes.</summary>
internal sealed class UnboundedDequeInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner)
    : InstrumentedDeque<FifoStore>(system, owner, new()), IUnboundedDequeBasedMessageQueueSemantics;
