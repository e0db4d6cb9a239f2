using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// An instrumented mailbox that gives every <see cref="IControlMessage"/> to the actor before all other messages. By the id
/// <see cref="InstrumentationConfig.UnboundedControlAwareMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings, given by Akka.</param>
/// <param name="config">The mailbox' section, given by Akka.</param>
public sealed class UnboundedControlAwareInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config), IProducesMessageQueue<UnboundedControlAwareInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(InstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new UnboundedControlAwareInstrumentedMessageQueue(instrumentation, owner);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new PlainMessageQueue<ControlAwareStore>(new());
}
