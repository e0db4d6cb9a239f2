using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of <see cref="UnboundedMailbox"/>. Use it as <c>akka.actor.default-mailbox</c>, or for one actor by the id
/// <see cref="AkkaInstrumentationConfig.UnboundedMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
public sealed class UnboundedInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config), IProducesMessageQueue<UnboundedInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        AkkaInstrumentationExtension.TakesWrites(owner) ? new JournalMessageQueue(instrumentation, owner) : new UnboundedInstrumentedMessageQueue(instrumentation, owner);

    private protected override IMessageQueue? Passing(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        LogActors.IsLogger(owner.Path) ? new PassingLoggerMessageQueue(instrumentation, system.Settings)
        : LogActors.IsListener(owner.Path) ? new PassingMessageQueue(instrumentation)
        : null;

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new UnboundedMessageQueue();
}
