using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace Akka.Event;

internal sealed class LoggerMailboxType(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<LoggerMailbox>
{
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new LoggerMailbox(owner, system);
}

/// <summary>The queue of a logger (and, oddly, a mailbox too, as in Akka): prints what its logger had no time for, whatever its level.</summary>
public class LoggerMailbox : Mailbox, IMessageQueue, IUnboundedMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    public LoggerMailbox(IActorRef owner, ActorSystem system)
        : base(new UnboundedMessageQueue())
    {
    }

    bool IMessageQueue.HasMessages => MessageQueue.HasMessages;

    int IMessageQueue.Count => MessageQueue.Count;

    void IMessageQueue.Enqueue(IActorRef receiver, Envelope envelope) => MessageQueue.Enqueue(receiver, envelope);

    bool IMessageQueue.TryDequeue(out Envelope envelope) => MessageQueue.TryDequeue(out envelope);

    void IMessageQueue.CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        while (MessageQueue.TryDequeue(out var envelope))
        {
            StandardOutLogger.Print(envelope.Message);
        }
    }
}
