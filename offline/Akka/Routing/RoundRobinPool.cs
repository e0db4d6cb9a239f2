using Akka.Actor;
using Akka.Configuration;

namespace Akka.Routing;

/// <summary>One child after the other.</summary>
public sealed class RoundRobinPool : Pool
{
    public RoundRobinPool(int nrOfInstances)
        : base(nrOfInstances, usePoolDispatcher: false)
    {
    }

    public RoundRobinPool(Config config)
        : base(config.GetInt("nr-of-instances"), config.HasPath("pool-dispatcher"))
    {
    }

    public override Router CreateRouter(ActorSystem system) => new(new RoundRobinRoutingLogic());

    public override int GetNrOfInstances(ActorSystem sys) => NrOfInstances;
}
