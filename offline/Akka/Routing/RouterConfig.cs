using Akka.Actor;
using Akka.Dispatch;

namespace Akka.Routing;

/// <summary>Makes an actor a router.</summary>
public abstract class RouterConfig : IEquatable<RouterConfig>
{
    protected RouterConfig()
        : this(Dispatchers.DefaultDispatcherId)
    {
    }

    protected RouterConfig(string routerDispatcher) => RouterDispatcher = routerDispatcher;

    public virtual string RouterDispatcher { get; }

    public virtual bool StopRouterWhenAllRouteesRemoved => true;

    public abstract Router CreateRouter(ActorSystem system);

    public abstract ActorBase CreateRouterActor();

    public virtual bool IsManagementMessage(object message) => message is IAutoReceivedMessage or RouterManagementMessage;

    public virtual RouterConfig WithFallback(RouterConfig routerConfig) => this;

    public virtual void VerifyConfig(ActorPath path)
    {
    }

    public bool Equals(RouterConfig? other) =>
        ReferenceEquals(this, other)
        || (other is not null && other.GetType() == GetType() && other.RouterDispatcher == RouterDispatcher);

    public override bool Equals(object? obj) => Equals(obj as RouterConfig);

    public override int GetHashCode() => HashCode.Combine(GetType(), RouterDispatcher);
}

/// <summary>No router.</summary>
public class NoRouter : RouterConfig
{
    protected NoRouter()
    {
    }

    public static NoRouter Instance { get; } = new();

    public override Router CreateRouter(ActorSystem system) => throw new NotSupportedException("NoRouter has no Router");

    public override ActorBase CreateRouterActor() => throw new NotSupportedException("NoRouter must not create RouterActor");

    public override RouterConfig WithFallback(RouterConfig routerConfig) => routerConfig;
}

/// <summary>A router whose routees are its children.</summary>
public abstract class Pool : RouterConfig, IEquatable<Pool>
{
    private protected Pool(int nrOfInstances, SupervisorStrategy? supervisorStrategy, string? routerDispatcher, bool usePoolDispatcher)
        : base(string.IsNullOrEmpty(routerDispatcher) ? Dispatchers.DefaultDispatcherId : routerDispatcher)
    {
        NrOfInstances = nrOfInstances;
        SupervisorStrategy = supervisorStrategy ?? DefaultSupervisorStrategy;
        UsePoolDispatcher = usePoolDispatcher;
    }

    public static SupervisorStrategy DefaultSupervisorStrategy { get; } = Actor.SupervisorStrategy.DefaultStrategy;

    public int NrOfInstances { get; }

    public virtual SupervisorStrategy SupervisorStrategy { get; }

    public virtual bool UsePoolDispatcher { get; }

    public abstract int GetNrOfInstances(ActorSystem system);

    public Props Props(Props routeeProps) => routeeProps.WithRouter(this);

    public override ActorBase CreateRouterActor() => new RouterActor();

    public bool Equals(Pool? other) => Equals((RouterConfig?)other) && other!.NrOfInstances == NrOfInstances;

    public override bool Equals(object? obj) => Equals(obj as Pool);

    public override int GetHashCode() => HashCode.Combine(base.GetHashCode(), NrOfInstances);
}

/// <summary>A router whose routees exist already.</summary>
public abstract class Group : RouterConfig, IEquatable<Group>
{
    protected readonly string[] InternalPaths;

    protected Group(IEnumerable<string> paths, string? routerDispatcher)
        : base(string.IsNullOrEmpty(routerDispatcher) ? Dispatchers.DefaultDispatcherId : routerDispatcher) =>
        InternalPaths = paths.ToArray();

    public abstract IEnumerable<string> GetPaths(ActorSystem system);

    public Props Props() => Actor.Props.Empty.WithRouter(this);

    public override ActorBase CreateRouterActor() => new RouterActor();

    public bool Equals(Group? other) => Equals((RouterConfig?)other) && other!.InternalPaths.SequenceEqual(InternalPaths);

    public override bool Equals(object? obj) => Equals(obj as Group);

    public override int GetHashCode() => HashCode.Combine(base.GetHashCode(), InternalPaths.Length);
}
