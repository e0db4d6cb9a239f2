using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>For loggers that are not instrumented. When a logger stops, its waiting messages go to the standard output, not to the dead letters.</summary>
internal sealed class PassingLoggerMessageQueue(AkkaInstrumentationExtension instrumentation, Settings settings)
    : PassingMessageQueue(instrumentation), ILoggerMessageQueueSemantics
{
    protected override void Left(IActorRef owner, Envelope envelope, IMessageQueue deadletters) => Late(owner, envelope);

    protected override void Late(IActorRef receiver, Envelope envelope) => settings.StdoutLogger.Tell(envelope.Message, envelope.Sender);
}
