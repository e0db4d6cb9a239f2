namespace Akka.Actor;

/// <summary>Published on the event stream when <c>akka.actor.telemetry.enabled</c> is on.</summary>
public interface IActorTelemetryEvent : INoSerializationVerificationNeeded, INotInfluenceReceiveTimeout
{
    IActorRef Subject { get; }

    Type ActorType { get; }
}

/// <summary>An actor has started.</summary>
public sealed class ActorStarted : IActorTelemetryEvent
{
    internal ActorStarted(IActorRef subject, Type actorType)
    {
        Subject = subject;
        ActorType = actorType;
    }

    public IActorRef Subject { get; }

    public Type ActorType { get; }
}

/// <summary>An actor has stopped.</summary>
public sealed class ActorStopped : IActorTelemetryEvent
{
    internal ActorStopped(IActorRef subject, Type actorType)
    {
        Subject = subject;
        ActorType = actorType;
    }

    public IActorRef Subject { get; }

    public Type ActorType { get; }
}

/// <summary>An actor has been restarted.</summary>
public sealed class ActorRestarted : IActorTelemetryEvent
{
    internal ActorRestarted(IActorRef subject, Type actorType, Exception reason)
    {
        Subject = subject;
        ActorType = actorType;
        Reason = reason;
    }

    public IActorRef Subject { get; }

    public Type ActorType { get; }

    public Exception Reason { get; }
}
