using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>
/// The kinds that Akka on the JVM has and Akka.NET has not, made of Akka.NET's own queues in the plainest way: a bound
/// around a priority queue, two queues for control messages and others.
/// </summary>
public abstract class ReferenceMailbox(Settings settings, Config config) : MailboxType(settings, config)
{
    private protected BoundedReferenceQueue Bound(IMessageQueue queue) =>
        new(queue, Config.GetInt("mailbox-capacity"), Config.GetTimeSpan("mailbox-push-timeout-time"));
}

public sealed class ReferenceBoundedByRank(Settings settings, Config config)
    : ReferenceMailbox(settings, config), IProducesMessageQueue<BoundedReferenceQueue>
{
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) =>
        Bound(new UnboundedPriorityMessageQueue(PriorityMailboxes.PriorityOf, 11));
}

public sealed class ReferenceBoundedStableByRank(Settings settings, Config config)
    : ReferenceMailbox(settings, config), IProducesMessageQueue<BoundedReferenceQueue>
{
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) =>
        Bound(new UnboundedStablePriorityMessageQueue(PriorityMailboxes.PriorityOf, 11));
}

public sealed class ReferenceControlAware(Settings settings, Config config)
    : ReferenceMailbox(settings, config), IProducesMessageQueue<ControlAwareReferenceQueue>
{
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new ControlAwareReferenceQueue();
}

public sealed class ReferenceBoundedControlAware(Settings settings, Config config)
    : ReferenceMailbox(settings, config), IProducesMessageQueue<BoundedReferenceQueue>
{
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => Bound(new ControlAwareReferenceQueue());
}
