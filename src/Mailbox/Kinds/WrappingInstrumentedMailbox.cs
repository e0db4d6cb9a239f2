using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Instruments a mailbox type of your own: <c>inner = "My.Mailbox, My"</c> names it, all other keys of the section are read
/// by it. Depth, counts, processing and spans are as with every instrumented mailbox. The time that a message waited and
/// the span that sent it are not known and are left out: see docs/telemetry.md.
/// </summary>
public sealed class WrappingInstrumentedMailbox
    : InstrumentedMailboxType, IProducesMessageQueue<WrappedMessageQueue>, IProducesPushTimeoutSemanticsMailbox
{
    private readonly MailboxType _inner;

    /// <summary>Called by Akka when the mailbox id is first looked up.</summary>
    /// <param name="settings">The actor system's settings, given by Akka.</param>
    /// <param name="config">The mailbox' section, given by Akka; the inner mailbox gets the same.</param>
    /// <exception cref="ConfigurationException"><c>inner</c> is no mailbox type, or not one that the section is used for.</exception>
    public WrappingInstrumentedMailbox(Settings settings, Config config)
        : base(settings, config)
    {
        _inner = Read(config, () => InnerMailbox.Create(settings, config))!;
    }

    /// <summary>How long a sender waits when the inner mailbox is full; zero when it has no bound.</summary>
    public TimeSpan PushTimeout => (_inner as IProducesPushTimeoutSemanticsMailbox)?.PushTimeout ?? TimeSpan.Zero;

    private protected override IMessageQueue Instrumented(InstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new WrappedMessageQueue(instrumentation, owner, _inner.Create(owner, system));

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => _inner.Create(owner, system);
}
