using Akka.Actor.Internal;

namespace Akka.Actor;

/// <summary>All children share the fate of the one that failed.</summary>
public class AllForOneStrategy : SupervisorStrategy
{
    public AllForOneStrategy(int maxNrOfRetries, int withinTimeMilliseconds, IDecider decider, bool loggingEnabled = true)
    {
        MaxNumberOfRetries = maxNrOfRetries;
        WithinTimeRangeMilliseconds = withinTimeMilliseconds;
        Decider = decider;
        LoggingEnabled = loggingEnabled;
    }

    public AllForOneStrategy(Func<Exception, Directive> localOnlyDecider)
        : this(-1, -1, new LocalOnlyDecider(localOnlyDecider))
    {
    }

    public override IDecider Decider { get; }

    public int MaxNumberOfRetries { get; }

    public int WithinTimeRangeMilliseconds { get; }

    public override void ProcessFailure(
        IActorContext context, bool restart, IActorRef child, Exception cause, ChildRestartStats stats, IReadOnlyCollection<ChildRestartStats> children)
    {
        if (restart && children.All(one => one.RequestRestartPermission(MaxNumberOfRetries, WithinTimeRangeMilliseconds)))
        {
            // The one that failed has suspended itself.
            foreach (var one in children)
            {
                RestartChild(one.Child, cause, suspendFirst: !child.Equals(one.Child));
            }
        }
        else
        {
            foreach (var one in children)
            {
                context.Stop(one.Child);
            }
        }
    }

    public override void HandleChildTerminated(IActorContext actorContext, IActorRef child, IEnumerable<IInternalActorRef> children)
    {
    }

    protected override Directive Handle(IActorRef child, Exception exception) => Decider.Decide(exception);
}
