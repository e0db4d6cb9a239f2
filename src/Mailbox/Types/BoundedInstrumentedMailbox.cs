using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of <see cref="BoundedMailbox"/>. Use it instead of <c>akka.actor.mailbox.bounded-queue-based</c>, or by the id
/// <see cref="AkkaInstrumentationConfig.BoundedMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
/// <exception cref="ConfigurationException">The capacity or the push time-out is not allowed.</exception>
public sealed class BoundedInstrumentedMailbox(Settings settings, Config config)
    : BoundedInstrumentedMailboxType(settings, config, AkkaInstrumentationConfig.BoundedMailboxId, "akka.actor.mailbox.bounded-queue-based"),
        IProducesMessageQueue<BoundedInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new BoundedInstrumentedMessageQueue(instrumentation, owner, Bounds);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new BoundedMessageQueue(Capacity, PushTimeout);
}
