using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch.MessageQueues;

namespace Akka.Dispatch;

/// <summary>Senders wait for room in it, up to <c>mailbox-push-timeout-time</c>.</summary>
public sealed class BoundedMailbox : MailboxType, IProducesMessageQueue<BoundedMessageQueue>, IProducesPushTimeoutSemanticsMailbox
{
    public BoundedMailbox(Settings settings, Config config)
        : base(settings, config) => (Capacity, PushTimeout) = BoundedSettings.Read<BoundedMailbox>(config, "be negative");

    public int Capacity { get; }

    public TimeSpan PushTimeout { get; }

    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new BoundedMessageQueue(Capacity, PushTimeout);
}

/// <summary>The same, for actors with a stash.</summary>
public class BoundedDequeBasedMailbox : MailboxType, IProducesMessageQueue<BoundedDequeMessageQueue>, IProducesPushTimeoutSemanticsMailbox
{
    public BoundedDequeBasedMailbox(Settings settings, Config config)
        : base(settings, config) => (Capacity, PushTimeout) = BoundedSettings.Read<BoundedDequeBasedMailbox>(config, "null");

    public int Capacity { get; }

    public TimeSpan PushTimeout { get; }

    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new BoundedDequeMessageQueue(Capacity, PushTimeout);
}

/// <summary>What both read, with the words that Akka has for what is wrong.</summary>
internal static class BoundedSettings
{
    public static (int Capacity, TimeSpan PushTimeout) Read<TMailbox>(Config config, string wordForNegative)
    {
        if (config.IsNullOrEmpty())
        {
            throw ConfigurationException.NullOrEmptyConfig<TMailbox>();
        }

        var capacity = config.GetInt("mailbox-capacity");
        if (capacity < 0)
        {
            throw new ArgumentException("The capacity for BoundedMailbox cannot be negative", nameof(config));
        }

        // Infinite counts as negative, and so does a time-out that is missing.
        var pushTimeout = config.GetTimeSpan("mailbox-push-timeout-time", Timeout.InfiniteTimeSpan);
        return pushTimeout >= TimeSpan.Zero
            ? (capacity, pushTimeout)
            : throw new ArgumentException($"The push time-out for BoundedMailbox cannot be {wordForNegative}", nameof(config));
    }
}
