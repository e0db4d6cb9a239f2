using Akka.Actor;
using Akka.Dispatch;

namespace Akka.Routing;

/// <summary>Makes an actor a router.</summary>
public abstract class RouterConfig : IEquatable<RouterConfig>
{
    public virtual string RouterDispatcher => Dispatchers.DefaultDispatcherId;

    public abstract Router CreateRouter(ActorSystem system);

    public abstract ActorBase CreateRouterActor();

    public virtual RouterConfig WithFallback(RouterConfig routerConfig) => this;

    public bool Equals(RouterConfig? other) => Equals((object?)other);

    public override bool Equals(object? obj) => obj is not null && obj.GetType() == GetType();

    public override int GetHashCode() => GetType().GetHashCode();
}

/// <summary>No router.</summary>
public class NoRouter : RouterConfig
{
    protected NoRouter()
    {
    }

    public static NoRouter Instance { get; } = new();

    public override Router CreateRouter(ActorSystem system) => throw new NotSupportedException("There is no router.");

    public override ActorBase CreateRouterActor() => throw new NotSupportedException("There is no router.");

    public override RouterConfig WithFallback(RouterConfig routerConfig) => routerConfig;
}

/// <summary>A router whose routees are its children.</summary>
public abstract class Pool : RouterConfig
{
    private protected Pool(int nrOfInstances, bool usePoolDispatcher)
    {
        NrOfInstances = nrOfInstances;
        UsePoolDispatcher = usePoolDispatcher;
    }

    public int NrOfInstances { get; }

    public virtual bool UsePoolDispatcher { get; }

    public abstract int GetNrOfInstances(ActorSystem system);

    public override ActorBase CreateRouterActor() => new RouterActor();

    public override bool Equals(object? obj) => base.Equals(obj) && ((Pool)obj!).NrOfInstances == NrOfInstances;

    public override int GetHashCode() => HashCode.Combine(base.GetHashCode(), NrOfInstances);
}
