using Akka.Actor.Internal;

namespace Akka.Actor;

/// <summary>Only the child that failed is restarted or stopped.</summary>
public class OneForOneStrategy : SupervisorStrategy
{
    public OneForOneStrategy(int? maxNrOfRetries, TimeSpan? withinTimeRange, Func<Exception, Directive> localOnlyDecider)
        : this(maxNrOfRetries ?? -1, withinTimeRange is { } given ? (int)given.TotalMilliseconds : -1, localOnlyDecider)
    {
    }

    public OneForOneStrategy(
        int maxNrOfRetries, int withinTimeMilliseconds, Func<Exception, Directive> localOnlyDecider, bool loggingEnabled = true)
        : this(maxNrOfRetries, withinTimeMilliseconds, new LocalOnlyDecider(localOnlyDecider), loggingEnabled)
    {
    }

    public OneForOneStrategy(int maxNrOfRetries, int withinTimeMilliseconds, IDecider decider, bool loggingEnabled = true)
    {
        MaxNumberOfRetries = maxNrOfRetries;
        WithinTimeRangeMilliseconds = withinTimeMilliseconds;
        Decider = decider;
        LoggingEnabled = loggingEnabled;
    }

    public OneForOneStrategy(Func<Exception, Directive> localOnlyDecider)
        : this(-1, -1, localOnlyDecider)
    {
    }

    public OneForOneStrategy(IDecider decider)
        : this(-1, -1, decider)
    {
    }

    public override IDecider Decider { get; }

    public int MaxNumberOfRetries { get; }

    public int WithinTimeRangeMilliseconds { get; }

    public override void ProcessFailure(
        IActorContext context, bool restart, IActorRef child, Exception cause, ChildRestartStats stats, IReadOnlyCollection<ChildRestartStats> children)
    {
        if (restart && stats.RequestRestartPermission(MaxNumberOfRetries, WithinTimeRangeMilliseconds))
        {
            RestartChild(child, cause, suspendFirst: false);
        }
        else
        {
            context.Stop(child);
        }
    }

    public override void HandleChildTerminated(IActorContext actorContext, IActorRef child, IEnumerable<IInternalActorRef> children)
    {
    }

    protected override Directive Handle(IActorRef child, Exception exception) => Decider.Decide(exception);
}
