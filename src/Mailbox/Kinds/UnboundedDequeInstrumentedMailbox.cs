using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of <see cref="UnboundedDequeBasedMailbox"/>, for actors that stash. Use it in the place
/// of <c>akka.actor.mailbox.unbounded-deque-based</c>, or by the id <see cref="InstrumentationConfig.UnboundedDequeMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings, given by Akka.</param>
/// <param name="config">The mailbox' section, given by Akka.</param>
public sealed class UnboundedDequeInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config), IProducesMessageQueue<UnboundedDequeInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(InstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new UnboundedDequeInstrumentedMessageQueue(instrumentation, owner);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new UnboundedDequeMessageQueue();
}
