using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// An instrumented priority mailbox with room for so many messages: derive from it and name your class as
/// <c>mailbox-type</c>. Messages of one priority keep the order in which they were sent. Akka has no such mailbox; the bound works as that of <see cref="BoundedMailbox"/>.
/// </summary>
public abstract class BoundedStablePriorityInstrumentedMailbox
    : BoundedInstrumentedMailboxType, IProducesMessageQueue<BoundedStablePriorityInstrumentedMessageQueue>
{
    private readonly Func<object, int> _priority;

    /// <summary>Called by the class that derives from this one, which Akka makes with the same two parameters.</summary>
    /// <param name="settings">The actor system's settings, given by Akka.</param>
    /// <param name="config">The mailbox' section, given by Akka.</param>
    /// <exception cref="ConfigurationException">The capacity or the push time-out is not allowed.</exception>
    protected BoundedStablePriorityInstrumentedMailbox(Settings settings, Config config)
        : base(settings, config)
    {
        _priority = PriorityGenerator;
    }

    /// <summary>The message's priority; the lowest number comes first. Called by senders and by the actor's thread, one at a time.</summary>
    /// <remarks>
    /// An exception goes to the sender, who logs it, when a message is enqueued. When one is dequeued it is counted and reported, and a message is given that may
    /// not be the first. No message is lost by it.
    /// </remarks>
    protected abstract int PriorityGenerator(object message);

    private protected sealed override IMessageQueue Instrumented(InstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new BoundedStablePriorityInstrumentedMessageQueue(instrumentation, owner, _priority, Bounds);

    private protected sealed override IMessageQueue Plain(IActorRef owner, ActorSystem system) =>
        new PlainBoundedDeque<BoundedStore<PriorityStore<StablePriorityNode>>>(new(new(_priority), Bounds), PushTimeout);
}
