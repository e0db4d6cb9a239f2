using Akka.Actor;

namespace Akka.Dispatch.MessageQueues;

/// <summary>Any thread enqueues; one thread at a time dequeues.</summary>
public interface IMessageQueue
{
    bool HasMessages { get; }

    int Count { get; }

    void Enqueue(IActorRef receiver, Envelope envelope);

    bool TryDequeue(out Envelope envelope);

    /// <summary>Hands what is left to the dead letters when the owner has stopped.</summary>
    void CleanUp(IActorRef owner, IMessageQueue deadletters);
}
