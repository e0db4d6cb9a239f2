using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Creates the observers of persistent actors and of infrastructure that passes on the messages of other actors.</summary>
internal sealed class PersistenceObservers : ObserverFactory
{
    protected override MessageObserver? Apply(MessageObserver? observers, AkkaInstrumentationExtension system, ActorRules rules)
    {
        var isInfrastructure = rules is { Kind: AkkaActorKind.Infrastructure, RunsStreams: false } && !JournalMessages.AnswersWrites(rules.Actor);
        if (isInfrastructure && AggregatorObserver.IsFor(rules.Actor))
        {
            return new AggregatorObserver(observers);
        }

        observers = isInfrastructure ? new InfrastructureObserver(observers) : observers;
        return rules.IsPersistentActor ? new PersistentActorObserver(observers) : observers;
    }
}

/// <summary>
/// Observes an actor that a replicator of distributed data starts for one request in which other nodes take part. The actor writes to these nodes or
/// reads from them, answers for the replicator, and stops. So all messages that it sends belong to the request. The thread that starts the actor
/// creates this object in the request's handler, before the actor's first run; the actor's thread reads it.
/// </summary>
internal sealed class AggregatorObserver(MessageObserver? next) : MessageObserver(next)
{
    // The trace of the request's handler; null for none.
    private readonly MessageOrigin? _request = OriginIn(Activity.Current, PassThroughContext.Current);

    public override bool SeesSends => true;

    public static bool IsFor(Type? actor) => actor is { Namespace: "Akka.DistributedData", Name: "WriteAggregator" or "ReadAggregator" };

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = _request;
        return true;
    }
}
