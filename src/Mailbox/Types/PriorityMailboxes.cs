using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of <see cref="UnboundedPriorityMailbox"/>. Derive from it and name your class as <c>mailbox-type</c>.
/// </summary>
public abstract class UnboundedPriorityInstrumentedMailbox
    : InstrumentedMailboxType, IProducesMessageQueue<PriorityInstrumentedMessageQueue>
{
    private readonly Func<object, int> _priority;

    /// <summary>Called by the derived class. Akka creates that class with the same two parameters.</summary>
    /// <param name="settings">The actor system's settings. Akka passes them.</param>
    /// <param name="config">The mailbox's section. Akka passes it.</param>
    protected UnboundedPriorityInstrumentedMailbox(Settings settings, Config config)
        : base(settings, config)
    {
        _priority = PriorityGenerator;
    }

    /// <summary>The message's priority. The lowest number comes first. Senders and the actor's thread call it, one at a time.</summary>
    /// <remarks>When a message is enqueued, an exception goes to the sender, who logs it. When a message is dequeued, an exception is counted and
    /// reported, and the actor gets a message that may not be the first. An exception loses no message.</remarks>
    protected abstract int PriorityGenerator(object message);

    private protected sealed override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new PriorityInstrumentedMessageQueue(instrumentation, owner, _priority, isStable: false);

    private protected sealed override IMessageQueue Plain(IActorRef owner, ActorSystem system) =>
        new UnboundedPriorityMessageQueue(_priority, UnboundedPriorityMailbox.DefaultCapacity);
}

/// <summary>
/// The instrumented counterpart of <see cref="UnboundedStablePriorityMailbox"/>. Derive from it and name your class as <c>mailbox-type</c>. Messages
/// of the same priority keep the order in which they were sent.
/// </summary>
public abstract class UnboundedStablePriorityInstrumentedMailbox
    : InstrumentedMailboxType, IProducesMessageQueue<PriorityInstrumentedMessageQueue>
{
    private readonly Func<object, int> _priority;

    /// <summary>Called by the derived class. Akka creates that class with the same two parameters.</summary>
    /// <param name="settings">The actor system's settings. Akka passes them.</param>
    /// <param name="config">The mailbox's section. Akka passes it.</param>
    protected UnboundedStablePriorityInstrumentedMailbox(Settings settings, Config config)
        : base(settings, config)
    {
        _priority = PriorityGenerator;
    }

    /// <summary>The message's priority. The lowest number comes first. Senders and the actor's thread call it, one at a time.</summary>
    /// <remarks>When a message is enqueued, an exception goes to the sender, who logs it. When a message is dequeued, an exception is counted and
    /// reported, and the actor gets a message that may not be the first. An exception loses no message.</remarks>
    protected abstract int PriorityGenerator(object message);

    private protected sealed override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new PriorityInstrumentedMessageQueue(instrumentation, owner, _priority, isStable: true);

    private protected sealed override IMessageQueue Plain(IActorRef owner, ActorSystem system) =>
        new UnboundedStablePriorityMessageQueue(_priority, UnboundedStablePriorityMailbox.DefaultCapacity);
}
