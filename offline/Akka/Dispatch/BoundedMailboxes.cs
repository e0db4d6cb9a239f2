using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch.MessageQueues;

namespace Akka.Dispatch;

/// <summary>Senders wait for room in it, up to <c>mailbox-push-timeout-time</c>.</summary>
public sealed class BoundedMailbox : MailboxType, IProducesMessageQueue<BoundedMessageQueue>, IProducesPushTimeoutSemanticsMailbox
{
    public BoundedMailbox(Settings settings, Config config)
        : base(settings, config) => (Capacity, PushTimeout) = BoundedSettings.Read(config);

    public int Capacity { get; }

    public TimeSpan PushTimeout { get; }

    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new BoundedMessageQueue(Capacity, PushTimeout);
}

/// <summary>The same, for actors with a stash.</summary>
public class BoundedDequeBasedMailbox : MailboxType, IProducesMessageQueue<BoundedDequeMessageQueue>, IProducesPushTimeoutSemanticsMailbox
{
    public BoundedDequeBasedMailbox(Settings settings, Config config)
        : base(settings, config) => (Capacity, PushTimeout) = BoundedSettings.Read(config);

    public int Capacity { get; }

    public TimeSpan PushTimeout { get; }

    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new BoundedDequeMessageQueue(Capacity, PushTimeout);
}

/// <summary>What both read.</summary>
internal static class BoundedSettings
{
    public static (int Capacity, TimeSpan PushTimeout) Read(Config config)
    {
        // Infinite counts as negative, and so does a time-out that is missing.
        var settings = (config.GetInt("mailbox-capacity"), config.GetTimeSpan("mailbox-push-timeout-time", Timeout.InfiniteTimeSpan));
        return settings is ( >= 0, { Ticks: >= 0 })
            ? settings
            : throw new ArgumentException($"A bounded mailbox needs a capacity and a push time-out of 0 or more, not {settings}.", nameof(config));
    }
}
