using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of <see cref="UnboundedMailbox"/>. Use it as <c>akka.actor.default-mailbox</c>, or for one actor by the id
/// <see cref="AkkaInstrumentationConfig.UnboundedMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
internal sealed class UnboundedInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config, new UnboundedMailbox(settings, config)), IProducesMessageQueue<UnboundedInstrumentedMessageQueue>
{
    private protected override IMessageQueue? Passing(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        instrumentation.Observer.LogQueueFor(owner, system.Settings, isLogger: false);
}

/// <summary>
/// The instrumented counterpart of <see cref="UnboundedDequeBasedMailbox"/>, for actors that stash. Use it instead of
/// <c>akka.actor.mailbox.unbounded-deque-based</c>, or by the id <see cref="AkkaInstrumentationConfig.UnboundedDequeMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
internal sealed class UnboundedDequeInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config, new UnboundedDequeBasedMailbox(settings, config)),
        IProducesMessageQueue<UnboundedDequeInstrumentedMessageQueue>;

/// <summary>
/// Base of the instrumented mailbox types with a capacity. When the mailbox is full, a sender waits for the push time-out. Then the message goes to
/// the dead letters.
/// </summary>
internal abstract class BoundedInstrumentedMailboxType : InstrumentedMailboxType, IProducesPushTimeoutSemanticsMailbox
{
    private readonly BoundedSettings _bounds;

    private protected BoundedInstrumentedMailboxType(
        Settings settings, Config config, string ownId, string akkaId, Func<Config, MailboxType> plain)
        : base(settings, config)
    {
        var section = BoundedSettings.Merge(settings, config, ownId, akkaId);
        _bounds = Read(config, () => BoundedSettings.Read(section));
        Plain = Problem is null ? plain(section) : null;
    }

    /// <summary>Maximum number of messages in the mailbox: <c>mailbox-capacity</c>; 0 for no bound.</summary>
    public int Capacity => _bounds.Capacity;

    /// <summary>How long a sender waits when the mailbox is full: <c>mailbox-push-timeout-time</c>.</summary>
    public TimeSpan PushTimeout => _bounds.PushTimeOut;
}

/// <summary>
/// The instrumented counterpart of <see cref="BoundedMailbox"/>. Use it instead of <c>akka.actor.mailbox.bounded-queue-based</c>, or by the id
/// <see cref="AkkaInstrumentationConfig.BoundedMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
/// <exception cref="ConfigurationException">The capacity or the push time-out is not allowed.</exception>
internal sealed class BoundedInstrumentedMailbox(Settings settings, Config config)
    : BoundedInstrumentedMailboxType(settings, config, AkkaInstrumentationConfig.BoundedMailboxId, "akka.actor.mailbox.bounded-queue-based",
            section => new BoundedMailbox(settings, section)),
        IProducesMessageQueue<BoundedInstrumentedMessageQueue>;

/// <summary>
/// The instrumented counterpart of <see cref="BoundedDequeBasedMailbox"/>, for actors that stash. Use it instead of
/// <c>akka.actor.mailbox.bounded-deque-based</c>, or by the id <see cref="AkkaInstrumentationConfig.BoundedDequeMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
/// <exception cref="ConfigurationException">The capacity or the push time-out is not allowed.</exception>
internal sealed class BoundedDequeInstrumentedMailbox(Settings settings, Config config)
    : BoundedInstrumentedMailboxType(settings, config, AkkaInstrumentationConfig.BoundedDequeMailboxId, "akka.actor.mailbox.bounded-deque-based",
            section => new BoundedDequeBasedMailbox(settings, section)),
        IProducesMessageQueue<BoundedDequeInstrumentedMessageQueue>;

/// <summary>
/// The instrumented counterpart of the mailbox that Akka uses for loggers. Use it instead of <c>akka.actor.mailbox.logger-queue</c>, or by the id
/// <see cref="AkkaInstrumentationConfig.LoggerMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
internal sealed class LoggerInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config), IProducesMessageQueue<LoggerInstrumentedMessageQueue>
{
    private protected override IMessageQueue? Passing(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        instrumentation.Observer.LogQueueFor(owner, system.Settings, isLogger: true);

    // Akka's mailbox type is internal.
    private protected override IMessageQueue Uninstrumented(IActorRef owner, ActorSystem system) => new LoggerMailbox(owner, system);
}

/// <summary>
/// The mailbox that an actor has without the instrumentation, instrumented: that of its requirement or its dispatcher, else the system's default.
/// Order and capacity are the same. <c>props.WithInstrumentation()</c> uses it, by the id
/// <see cref="AkkaInstrumentationConfig.DefaultMailboxId"/>. A mailbox type of the application's own stays as it is.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
// It promises every kind of queue, because it does not know the actor yet. Akka checks the created queue again.
internal sealed class DefaultInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config), IProducesMessageQueue<WrappedMessageQueue>
{
    /// <summary>
    /// The mailbox type that Akka finds for an actor: the one that its props name, or that of its requirement, its dispatcher or the system. Props
    /// that name <see cref="AkkaInstrumentationConfig.DefaultMailboxId"/> are treated as if they named no mailbox.
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
        return ConfigurationReading.Reader.HasCounterpart(given.GetType())
            ? Counterpart(given, instrumentation, owner, system)
            : given.Create(owner, system);
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
