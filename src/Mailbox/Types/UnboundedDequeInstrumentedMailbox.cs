using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of <see cref="UnboundedDequeBasedMailbox"/>, for actors that stash. Use it instead of
/// <c>akka.actor.mailbox.unbounded-deque-based</c>, or by the id <see cref="AkkaInstrumentationConfig.UnboundedDequeMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
public sealed class UnboundedDequeInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config), IProducesMessageQueue<UnboundedDequeInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        AkkaInstrumentationExtension.TakesWrites(owner) ? new JournalDequeMessageQueue(instrumentation, owner) : new UnboundedDequeInstrumentedMessageQueue(instrumentation, owner);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new UnboundedDequeMessageQueue();
}
