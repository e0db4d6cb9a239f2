using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>For loggers: what they could not write before they stopped goes to the standard output, not to the dead letters.</summary>
internal sealed class LoggerInstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner, Settings settings)
    : InstrumentedMessageQueue<FifoStore>(system, owner, new()), IUnboundedMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    protected override void Left(IActorRef owner, Envelope envelope, IMessageQueue deadletters) => Late(owner, envelope);

    protected override void Late(IActorRef receiver, Envelope envelope) => settings.StdoutLogger.Tell(envelope.Message, envelope.Sender);
}
