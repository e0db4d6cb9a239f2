using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>For loggers. When a logger stops, its waiting messages go to the standard output, not to the dead letters.</summary>
internal sealed class LoggerInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, Settings settings)
    : InstrumentedMessageQueue<FifoStore>(system, owner, new()), IUnboundedMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    public override void Enqueue(IActorRef receiver, Envelope envelope)
    {
        if (Recorder.Roots is not null && envelope.Message is LogEvent && LogStamp.OriginOf(envelope.Message) is { } origin)
        {
            Add(receiver, new StampedEnvelope(envelope, Stopwatch.GetTimestamp(), origin));
        }
        else
        {
            base.Enqueue(receiver, envelope);
        }
    }

    protected override void Left(IActorRef owner, Envelope envelope, IMessageQueue deadletters) => Late(owner, envelope);

    protected override void Late(IActorRef receiver, Envelope envelope) => settings.StdoutLogger.Tell(envelope.Message, envelope.Sender);
}
