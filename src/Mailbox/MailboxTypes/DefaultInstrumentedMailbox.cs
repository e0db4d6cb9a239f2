using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The mailbox that an actor has without the instrumentation, instrumented: that of its requirement or its dispatcher, else the system's default.
/// Order and capacity are the same. <c>props.WithInstrumentation()</c> uses it, by the id
/// <see cref="AkkaInstrumentationConfig.DefaultMailboxId"/>. A mailbox type of the application's own stays as it is.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
// Before it knows the actor it promises every kind of queue. Akka checks the queue itself again.
public sealed class DefaultInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config), IProducesMessageQueue<WrappedMessageQueue>
{
    private protected override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system)
    {
        var given = PlainTypeFor(owner, (ExtendedActorSystem)system);
        return MailboxCounterpart.Find(given.GetType()) is null ? given.Create(owner, system) : given switch
        {
            UnboundedMailbox => new UnboundedInstrumentedMessageQueue(instrumentation, owner, AkkaInstrumentationExtension.TakesWrites(owner)),
            UnboundedDequeBasedMailbox =>
                new UnboundedDequeInstrumentedMessageQueue(instrumentation, owner, AkkaInstrumentationExtension.TakesWrites(owner)),
            BoundedMailbox bounded => new BoundedInstrumentedMessageQueue(instrumentation, owner, new(bounded.Capacity, bounded.PushTimeout)),
            BoundedDequeBasedMailbox bounded =>
                new BoundedDequeInstrumentedMessageQueue(instrumentation, owner, new(bounded.Capacity, bounded.PushTimeout)),
            UnboundedPriorityMailbox or UnboundedStablePriorityMailbox =>
                new WrappedMessageQueue(instrumentation, owner, given.Create(owner, system)),
            _ => new LoggerInstrumentedMessageQueue(instrumentation, owner, system.Settings),
        };
    }

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) =>
        PlainTypeFor(owner, (ExtendedActorSystem)system).Create(owner, system);

    private static MailboxType PlainTypeFor(IActorRef owner, ExtendedActorSystem system)
    {
        var given = UninstrumentedMailboxes.TypeFor(AkkaInstrumentationExtension.PropsOf(owner) ?? Props.Empty, system);
        return given is DefaultInstrumentedMailbox
            ? throw new ConfigurationException($"{TypeNames.Full(typeof(DefaultInstrumentedMailbox))} is for Props and deployment sections: it "
                + "stands for the mailbox that the rest of the configuration names.")
            : given;
    }
}
