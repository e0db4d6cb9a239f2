using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch.MessageQueues;

namespace Akka.Dispatch;

/// <summary>Base of a mailbox that gives out the smallest priority first.</summary>
public abstract class UnboundedPriorityMailbox(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<UnboundedPriorityMessageQueue>
{
    public const int DefaultCapacity = 11;

    public int InitialCapacity { get; } = DefaultCapacity;

    public sealed override IMessageQueue Create(IActorRef owner, ActorSystem system) =>
        new UnboundedPriorityMessageQueue(PriorityGenerator, InitialCapacity);

    /// <summary>Called again for each comparison, under the queue's lock.</summary>
    protected abstract int PriorityGenerator(object message);
}

/// <summary>The same, with equal priorities in the order in which they came.</summary>
public abstract class UnboundedStablePriorityMailbox(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<UnboundedStablePriorityMessageQueue>
{
    public const int DefaultCapacity = 11;

    public int InitialCapacity { get; } = DefaultCapacity;

    public sealed override IMessageQueue Create(IActorRef owner, ActorSystem system) =>
        new UnboundedStablePriorityMessageQueue(PriorityGenerator, InitialCapacity);

    /// <summary>Called again for each comparison, under the queue's lock.</summary>
    protected abstract int PriorityGenerator(object message);
}
