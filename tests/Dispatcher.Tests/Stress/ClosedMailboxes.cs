namespace AkkaInstrumentation.Tests.Stress;

/// <summary>
/// The mailboxes of actors that have stopped. Akka reads an actor's mailbox and puts the message there in two steps; if the actor stops in between,
/// the mailbox has been emptied into the dead letters by then and is not looked at again. In a mailbox of Akka's own such a message is lost. Ours is
/// closed by then and sends it to the dead letters; should one be left all the same, it is counted here.
/// </summary>
internal sealed class ClosedMailboxes(Books books)
{
    private readonly ConcurrentDictionary<IActorRef, IMessageQueue> _open = new();
    private readonly ConcurrentDictionary<IActorRef, IMessageQueue> _closed = new();

    public ICollection<IActorRef> Actors => _closed.Keys;

    /// <summary>An actor starts, or has restarted. On its thread.</summary>
    public void Opened(IActorContext context) => _open[context.Self] = ((ActorCell)context).Mailbox!.MessageQueue;

    /// <summary>An actor's watchers know that it has stopped: its mailbox has been emptied.</summary>
    public void Stopped(IActorRef actor)
    {
        if (_open.TryRemove(actor, out var queue))
        {
            _closed[actor] = queue;
        }
    }

    /// <summary>Counts what came too late. One thread.</summary>
    public void Empty()
    {
        foreach (var (actor, queue) in _closed)
        {
            while (queue.HasMessages && queue.TryDequeue(out var envelope))
            {
                if (InnerMessage.Unwrap(envelope.Message) is Job job)
                {
                    books.LeftBehind(job, actor);
                }
            }
        }
    }
}
