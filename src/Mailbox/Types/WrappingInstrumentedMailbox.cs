using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Instruments a mailbox type of your own. <c>inner = "My.Mailbox, My"</c> names it; it reads all other keys of the section. Depth, counts,
/// processing time and spans are recorded as for every instrumented mailbox. The wait time of a message and its sender's span are not known and are
/// not recorded: see docs/telemetry.md.
/// </summary>
public sealed class WrappingInstrumentedMailbox
    : InstrumentedMailboxType, IProducesMessageQueue<WrappedMessageQueue>, IProducesPushTimeoutSemanticsMailbox
{
    private readonly MailboxType _inner;

    /// <summary>Called by Akka at the first look-up of the mailbox id.</summary>
    /// <param name="settings">The actor system's settings. Akka passes them.</param>
    /// <param name="config">The mailbox's section. Akka passes it. The inner mailbox gets the same section.</param>
    /// <exception cref="ConfigurationException"><c>inner</c> is no mailbox type, or the section is used for a requirement that it does not
    /// meet.</exception>
    public WrappingInstrumentedMailbox(Settings settings, Config config)
        : base(settings, config)
    {
        _inner = Read(config, () => InnerMailbox.Create(settings, config))!;
    }

    /// <summary>How long a sender waits when the inner mailbox is full; zero when it has no capacity limit.</summary>
    public TimeSpan PushTimeout => (_inner as IProducesPushTimeoutSemanticsMailbox)?.PushTimeout ?? TimeSpan.Zero;

    private protected override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new WrappedMessageQueue(instrumentation, owner, _inner.Create(owner, system));

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => _inner.Create(owner, system);
}
