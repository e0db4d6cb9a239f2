using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace Akka.Event;

internal sealed class LoggerMailboxType(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<LoggerMessageQueue>
{
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new LoggerMessageQueue(system);
}

/// <summary>Prints what its logger had no time for.</summary>
internal sealed class LoggerMessageQueue(ActorSystem system) : IMessageQueue, IUnboundedMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    private readonly ConcurrentQueue<Envelope> _queue = new();

    public bool HasMessages => !_queue.IsEmpty;

    public int Count => _queue.Count;

    public void Enqueue(IActorRef receiver, Envelope envelope) => _queue.Enqueue(envelope);

    public bool TryDequeue(out Envelope envelope) => _queue.TryDequeue(out envelope);

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        var level = system.EventStream.LogLevel;
        while (_queue.TryDequeue(out var envelope))
        {
            if (envelope.Message is not LogEvent logEvent) deadletters.Enqueue(owner, envelope);
            else if (logEvent.LogLevel() >= level) StandardOutLogger.Print(logEvent);
        }
    }
}
