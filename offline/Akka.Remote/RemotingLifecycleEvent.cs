using Akka.Actor;

namespace Akka.Remote;

/// <summary>What remoting publishes to the event stream.</summary>
public abstract class RemotingLifecycleEvent;

/// <summary>About one association.</summary>
public abstract class AssociationEvent : RemotingLifecycleEvent
{
    public abstract Address LocalAddress { get; protected set; }

    public abstract Address RemoteAddress { get; protected set; }

    public abstract bool IsInbound { get; protected set; }
}

/// <summary>An association begins.</summary>
public sealed class AssociatedEvent : AssociationEvent
{
    public AssociatedEvent(Address localAddress, Address remoteAddress, bool inbound)
    {
        LocalAddress = localAddress;
        RemoteAddress = remoteAddress;
        IsInbound = inbound;
    }

    public override Address LocalAddress { get; protected set; }

    public override Address RemoteAddress { get; protected set; }

    public override bool IsInbound { get; protected set; }
}

/// <summary>An association has ended.</summary>
public sealed class DisassociatedEvent : AssociationEvent
{
    public DisassociatedEvent(Address localAddress, Address remoteAddress, bool inbound)
    {
        LocalAddress = localAddress;
        RemoteAddress = remoteAddress;
        IsInbound = inbound;
    }

    public override Address LocalAddress { get; protected set; }

    public override Address RemoteAddress { get; protected set; }

    public override bool IsInbound { get; protected set; }
}

/// <summary>An association failed.</summary>
public sealed class AssociationErrorEvent : AssociationEvent
{
    public AssociationErrorEvent(Exception cause, Address localAddress, Address remoteAddress, bool inbound, Event.LogLevel level)
    {
        Cause = cause;
        LocalAddress = localAddress;
        RemoteAddress = remoteAddress;
        IsInbound = inbound;
        _ = level;
    }

    public Exception Cause { get; }

    public override Address LocalAddress { get; protected set; }

    public override Address RemoteAddress { get; protected set; }

    public override bool IsInbound { get; protected set; }
}

/// <summary>This system no longer talks to another one.</summary>
public sealed class QuarantinedEvent(Address address, int uid) : RemotingLifecycleEvent
{
    public Address Address { get; } = address;

    public int Uid { get; } = uid;
}

/// <summary>Another system no longer talks to this one.</summary>
public sealed class ThisActorSystemQuarantinedEvent(Address localAddress, Address remoteAddress) : RemotingLifecycleEvent
{
    public Address LocalAddress { get; } = localAddress;

    public Address RemoteAddress { get; } = remoteAddress;
}
