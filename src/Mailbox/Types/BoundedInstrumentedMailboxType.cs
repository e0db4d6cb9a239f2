using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Base of the instrumented mailbox types with a capacity. When the mailbox is full, a sender waits for the push time-out. Then the message goes to
/// the dead letters.
/// </summary>
public abstract class BoundedInstrumentedMailboxType : InstrumentedMailboxType, IProducesPushTimeoutSemanticsMailbox
{
    private protected BoundedInstrumentedMailboxType(Settings settings, Config config, string ownId, string akkaId)
        : base(settings, config)
    {
        Bounds = Read(config, () => BoundedSettings.Read(settings, config, ownId, akkaId));
    }

    /// <summary>Maximum number of messages in the mailbox: <c>mailbox-capacity</c>; 0 for no bound.</summary>
    public int Capacity => Bounds.Capacity;

    /// <summary>How long a sender waits when the mailbox is full: <c>mailbox-push-timeout-time</c>.</summary>
    public TimeSpan PushTimeout => Bounds.PushTimeOut;

    private protected BoundedSettings Bounds { get; }
}
