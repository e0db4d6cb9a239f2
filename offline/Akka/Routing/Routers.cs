using Akka.Actor;
using Akka.Configuration;

namespace Akka.Routing;

/// <summary>One child after the other.</summary>
public sealed class RoundRobinPool : Pool
{
    public RoundRobinPool(int nrOfInstances)
        : this(nrOfInstances, null, null, false)
    {
    }

    public RoundRobinPool(Config config)
        : this(config.GetInt("nr-of-instances"), null, null, config.HasPath("pool-dispatcher"))
    {
    }

    private RoundRobinPool(int nrOfInstances, SupervisorStrategy? strategy, string? dispatcher, bool usePoolDispatcher)
        : base(nrOfInstances, strategy, dispatcher, usePoolDispatcher)
    {
    }

    public override Router CreateRouter(ActorSystem system) => new(new RoundRobinRoutingLogic());

    public override int GetNrOfInstances(ActorSystem sys) => NrOfInstances;

    public RoundRobinPool WithDispatcher(string dispatcher) => new(NrOfInstances, SupervisorStrategy, dispatcher, UsePoolDispatcher);

    public RoundRobinPool WithSupervisorStrategy(SupervisorStrategy strategy) =>
        new(NrOfInstances, strategy, RouterDispatcher, UsePoolDispatcher);
}

/// <summary>Every child.</summary>
public sealed class BroadcastPool : Pool
{
    public BroadcastPool(int nrOfInstances)
        : this(nrOfInstances, null, null, false)
    {
    }

    public BroadcastPool(Config config)
        : this(config.GetInt("nr-of-instances"), null, null, config.HasPath("pool-dispatcher"))
    {
    }

    private BroadcastPool(int nrOfInstances, SupervisorStrategy? strategy, string? dispatcher, bool usePoolDispatcher)
        : base(nrOfInstances, strategy, dispatcher, usePoolDispatcher)
    {
    }

    public override Router CreateRouter(ActorSystem system) => new(new BroadcastRoutingLogic());

    public override int GetNrOfInstances(ActorSystem system) => NrOfInstances;

    public BroadcastPool WithDispatcher(string dispatcher) => new(NrOfInstances, SupervisorStrategy, dispatcher, UsePoolDispatcher);

    public BroadcastPool WithSupervisorStrategy(SupervisorStrategy strategy) =>
        new(NrOfInstances, strategy, RouterDispatcher, UsePoolDispatcher);
}

/// <summary>One path after the other.</summary>
public sealed class RoundRobinGroup : Group
{
    public RoundRobinGroup(Config config)
        : this(config.GetStringList("routees.paths"))
    {
    }

    public RoundRobinGroup(params string[] paths)
        : base(paths, null)
    {
    }

    public RoundRobinGroup(IEnumerable<string> paths)
        : base(paths, null)
    {
    }

    public RoundRobinGroup(IEnumerable<string> paths, string routerDispatcher)
        : base(paths, routerDispatcher)
    {
    }

    public override Router CreateRouter(ActorSystem system) => new(new RoundRobinRoutingLogic());

    public override IEnumerable<string> GetPaths(ActorSystem system) => InternalPaths;

    public Group WithDispatcher(string dispatcherId) => new RoundRobinGroup(InternalPaths, dispatcherId);
}
