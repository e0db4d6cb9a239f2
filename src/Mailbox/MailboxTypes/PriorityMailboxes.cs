using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of <see cref="UnboundedPriorityMailbox"/>. Derive from it and name your class as <c>mailbox-type</c>. Messages of the
/// same priority keep the order in which they were sent.
/// </summary>
public abstract class UnboundedPriorityInstrumentedMailbox
    : InstrumentedMailboxType, IProducesMessageQueue<UnboundedPriorityMessageQueue>
{
    /// <summary>Called by the derived class. Akka creates that class with the same two parameters.</summary>
    /// <param name="settings">The actor system's settings. Akka passes them.</param>
    /// <param name="config">The mailbox's section. Akka passes it.</param>
    protected UnboundedPriorityInstrumentedMailbox(Settings settings, Config config)
        : base(settings, config)
    {
        Priority = PriorityGenerator;
    }

    private protected Func<object, int> Priority { get; }

    /// <summary>The message's priority. The lowest number comes first. Called once for each message, when it is sent: one sender at a time.</summary>
    /// <remarks>An exception goes to the sender, who logs it, and the message comes last. An exception loses no message.</remarks>
    protected abstract int PriorityGenerator(object message);

    private protected sealed override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new PriorityInstrumentedMessageQueue(instrumentation, owner, Priority);

    private protected override IMessageQueue Uninstrumented(IActorRef owner, ActorSystem system) =>
        new UnboundedPriorityMessageQueue(Priority, UnboundedPriorityMailbox.DefaultCapacity);
}

/// <summary>
/// The instrumented counterpart of <see cref="UnboundedStablePriorityMailbox"/>. Derive from it and name your class as <c>mailbox-type</c>. Messages
/// of the same priority keep the order in which they were sent, also while the actor is not instrumented.
/// </summary>
public abstract class UnboundedStablePriorityInstrumentedMailbox : UnboundedPriorityInstrumentedMailbox
{
    /// <summary>Called by the derived class. Akka creates that class with the same two parameters.</summary>
    /// <param name="settings">The actor system's settings. Akka passes them.</param>
    /// <param name="config">The mailbox's section. Akka passes it.</param>
    protected UnboundedStablePriorityInstrumentedMailbox(Settings settings, Config config)
        : base(settings, config)
    {
    }

    private protected override IMessageQueue Uninstrumented(IActorRef owner, ActorSystem system) =>
        new UnboundedStablePriorityMessageQueue(Priority, UnboundedStablePriorityMailbox.DefaultCapacity);
}
