using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Base of the instrumented mailbox types with room for so many messages. A sender who finds it full waits for the push
/// time-out; then the message goes to the dead letters.
/// </summary>
public abstract class BoundedInstrumentedMailboxType : InstrumentedMailboxType, IProducesPushTimeoutSemanticsMailbox
{
    private protected BoundedInstrumentedMailboxType(Settings settings, Config config, string? ownId = null, string? akkaId = null)
        : base(settings, config)
    {
        Bounds = Read(config, () => BoundedSettings.Read(settings, config, ownId, akkaId));
    }

    /// <summary>How many messages it holds: <c>mailbox-capacity</c>, from 1.</summary>
    public int Capacity => Bounds.Capacity;

    /// <summary>How long a sender waits when it is full: <c>mailbox-push-timeout-time</c>.</summary>
    public TimeSpan PushTimeout => Bounds.PushTimeOut;

    private protected BoundedSettings Bounds { get; }
}
