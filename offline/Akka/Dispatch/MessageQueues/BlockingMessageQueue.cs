using Akka.Actor;

namespace Akka.Dispatch.MessageQueues;

/// <summary>A queue behind a lock, for structures that are not thread-safe themselves.</summary>
public abstract class BlockingMessageQueue : IMessageQueue, IBlockingMessageQueueSemantics
{
    private readonly object _lock = new();

    /// <summary>Nobody asks for it: the lock is waited for as long as it takes, as in Akka.</summary>
    public TimeSpan BlockTimeOut { get; set; } = TimeSpan.FromSeconds(1);

    public bool HasMessages => Count > 0;

    public int Count
    {
        get
        {
            lock (_lock)
            {
                return LockedCount;
            }
        }
    }

    protected abstract int LockedCount { get; }

    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        lock (_lock)
        {
            LockedEnqueue(envelope);
        }

        // The sender reads the mailbox's status next; it must not do so before the runner can see the message.
        Interlocked.MemoryBarrier();
    }

    public bool TryDequeue(out Envelope envelope)
    {
        lock (_lock)
        {
            return LockedTryDequeue(out envelope);
        }
    }

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        while (TryDequeue(out var envelope))
        {
            deadletters.Enqueue(owner, envelope);
        }
    }

    protected abstract void LockedEnqueue(Envelope envelope);

    protected abstract bool LockedTryDequeue(out Envelope envelope);
}
