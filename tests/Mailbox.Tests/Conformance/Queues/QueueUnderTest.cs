namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>A queue as a mailbox type makes it for an actor, and what became of the items that it was given.</summary>
internal sealed class QueueUnderTest
{
    private readonly MailboxKind _kind;

    public QueueUnderTest(MailboxKind kind, TestSystem system, string mailboxId)
    {
        _kind = kind;
        Owner = system.ActorOf(Echo.Props);
        Queue = system.QueueFor(Owner, mailboxId);
    }

    public IActorRef Owner { get; }

    public IMessageQueue Queue { get; }

    /// <summary>Does a script's steps and writes down what is seen of the queue after each.</summary>
    public List<string> Play(QueueScript script)
    {
        var log = new List<string>(script.Steps.Count);
        foreach (var (step, item) in script.Steps)
        {
            var seen = step switch
            {
                QueueStep.Enqueue => Enqueued(item!),
                QueueStep.EnqueueFirst => EnqueuedFirst(item!),
                QueueStep.TryDequeue => TryDequeue() is { } next ? _kind.Show(next) : "nothing",
                _ => string.Join(",", CleanUp().Select(_kind.Show)),
            };
            log.Add($"{step} {seen}, now {Queue.Count} {Queue.HasMessages}");
        }

        return log;
    }

    public void Enqueue(Item item) => Queue.Enqueue(Owner, new Envelope(item, Owner));

    public Item? TryDequeue()
    {
        if (!Queue.TryDequeue(out var envelope))
        {
            Assert.Null(envelope.Message);
            return null;
        }

        Assert.Same(Owner, envelope.Sender);
        return (Item)envelope.Message;
    }

    /// <summary>What is left when the actor has stopped, in the order in which the dead letters get it.</summary>
    public List<Item> CleanUp()
    {
        var rest = new UnboundedMessageQueue();
        Queue.CleanUp(Owner, rest);
        var items = new List<Item>();
        while (rest.TryDequeue(out var envelope))
        {
            Assert.Same(Owner, envelope.Sender);
            items.Add((Item)envelope.Message);
        }

        return items;
    }

    private string Enqueued(Item item)
    {
        Enqueue(item);
        return _kind.Show(item);
    }

    private string EnqueuedFirst(Item item)
    {
        ((IDequeBasedMessageQueueSemantics)Queue).EnqueueFirst(new Envelope(item, Owner));
        return _kind.Show(item);
    }
}

internal static class Queues
{
    /// <summary>The queue of a started actor's mailbox.</summary>
    public static IMessageQueue Queue(this IActorRef actor) => ((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue;

    /// <summary>A queue as a mailbox type makes it, for an actor that has another.</summary>
    public static IMessageQueue QueueFor(this TestSystem system, IActorRef owner, string mailboxId = MailboxKind.InstrumentedId) =>
        system.System.Mailboxes.Lookup(mailboxId).Create(owner, system.System);
}
