using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of <see cref="BoundedDequeBasedMailbox"/>, for actors that stash. Use it instead of
/// <c>akka.actor.mailbox.bounded-deque-based</c>, or by the id <see cref="AkkaInstrumentationConfig.BoundedDequeMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
/// <exception cref="ConfigurationException">The capacity or the push time-out is not allowed.</exception>
public sealed class BoundedDequeInstrumentedMailbox(Settings settings, Config config)
    : BoundedInstrumentedMailboxType(settings, config, AkkaInstrumentationConfig.BoundedDequeMailboxId, "akka.actor.mailbox.bounded-deque-based"),
        IProducesMessageQueue<BoundedDequeInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new BoundedDequeInstrumentedMessageQueue(instrumentation, owner, Bounds);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new BoundedDequeMessageQueue(Capacity, PushTimeout);
}
