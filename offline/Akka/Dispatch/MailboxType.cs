using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch.MessageQueues;

namespace Akka.Dispatch;

/// <summary>Makes the queue of each actor's mailbox; created from a configuration section by its type name.</summary>
public abstract class MailboxType
{
    protected MailboxType(Settings settings, Config config)
    {
    }

    public abstract IMessageQueue Create(IActorRef owner, ActorSystem system);
}

/// <summary>The default.</summary>
public sealed class UnboundedMailbox(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<UnboundedMessageQueue>
{
    public UnboundedMailbox()
        : this(null!, null!)
    {
    }

    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new UnboundedMessageQueue();
}

/// <summary>For actors with a stash.</summary>
public sealed class UnboundedDequeBasedMailbox(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<UnboundedDequeMessageQueue>
{
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new UnboundedDequeMessageQueue();
}
