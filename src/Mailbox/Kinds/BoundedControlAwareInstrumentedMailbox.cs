using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// An instrumented mailbox that gives every <see cref="IControlMessage"/> to the actor before all other messages and has
/// room for so many of both. By the id <see cref="InstrumentationConfig.BoundedControlAwareMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings, given by Akka.</param>
/// <param name="config">The mailbox' section, given by Akka.</param>
/// <exception cref="ConfigurationException">The capacity or the push time-out is not allowed.</exception>
public sealed class BoundedControlAwareInstrumentedMailbox(Settings settings, Config config)
    : BoundedInstrumentedMailboxType(settings, config), IProducesMessageQueue<BoundedControlAwareInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(InstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new BoundedControlAwareInstrumentedMessageQueue(instrumentation, owner, Bounds);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) =>
        new PlainMessageQueue<BoundedStore<ControlAwareStore>>(new(new(), Bounds));
}
