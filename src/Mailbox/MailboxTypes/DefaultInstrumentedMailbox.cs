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
    /// <summary>
    /// The mailbox type that Akka finds for an actor: the one that its props name, or that of its requirement, its dispatcher or the system. For
    /// props that name <see cref="AkkaInstrumentationConfig.DefaultMailboxId"/>, as if they did not.
    /// </summary>
    internal static MailboxType TypeFor(Props props, ExtendedActorSystem system)
    {
        var named = props.Mailbox == AkkaInstrumentationConfig.DefaultMailboxId ? props.WithMailbox(Deploy.NoMailboxGiven) : props;
        var given = named.Dispatcher == AkkaInstrumentationConfig.DispatcherId ? named.WithDispatcher(Deploy.NoDispatcherGiven) : named;
        return system.Mailboxes.GetMailboxType(given, system.Dispatchers.Lookup(given.Dispatcher).Configurator.Config);
    }

    private protected override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system)
    {
        var given = PlainTypeFor(owner, (ExtendedActorSystem)system);
        return MailboxCounterpart.Find(given.GetType()) is null
            ? given.Create(owner, system)
            : Counterpart(given, instrumentation, owner, system);
    }

    private protected override IMessageQueue Uninstrumented(IActorRef owner, ActorSystem system) =>
        PlainTypeFor(owner, (ExtendedActorSystem)system).Create(owner, system);

    private static MailboxType PlainTypeFor(IActorRef owner, ExtendedActorSystem system)
    {
        var given = TypeFor(AkkaInstrumentationExtension.PropsOf(owner) ?? Props.Empty, system);
        return given is DefaultInstrumentedMailbox
            ? throw new ConfigurationException($"{TypeNames.Full(typeof(DefaultInstrumentedMailbox))} is for Props and deployment sections: it "
                + "stands for the mailbox that the rest of the configuration names.")
            : given;
    }
}
