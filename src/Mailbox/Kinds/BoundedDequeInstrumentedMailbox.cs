using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of <see cref="BoundedDequeBasedMailbox"/>, for actors that stash. Use it in the place of
/// <c>akka.actor.mailbox.bounded-deque-based</c>, or by the id <see cref="InstrumentationConfig.BoundedDequeMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings, given by Akka.</param>
/// <param name="config">The mailbox' section, given by Akka.</param>
/// <exception cref="ConfigurationException">The capacity or the push time-out is not allowed.</exception>
public sealed class BoundedDequeInstrumentedMailbox(Settings settings, Config config)
    : BoundedInstrumentedMailboxType(settings, config, InstrumentationConfig.BoundedDequeMailboxId, "akka.actor.mailbox.bounded-deque-based"),
        IProducesMessageQueue<BoundedDequeInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(InstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new BoundedDequeInstrumentedMessageQueue(instrumentation, owner, Bounds);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new BoundedDequeMessageQueue(Capacity, PushTimeout);
}
