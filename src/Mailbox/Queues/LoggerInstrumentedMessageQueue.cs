using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>For loggers: what they could not write before they stopped goes to the standard output, not to the dead letters.</summary>
internal sealed class LoggerInstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner, Settings settings)
    : InstrumentedMessageQueue<FifoStore>(system, owner, new()), IUnboundedMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    public override void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        Recorder.Detach();
        while (Store.TryTake(out var rest))
        {
            settings.StdoutLogger.Tell(rest.Message, rest.Sender);
        }
    }
}
