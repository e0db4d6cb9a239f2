using Akka.Actor;

namespace Akka.Routing;

/// <summary>Chooses the routee of a message; called by any thread.</summary>
public abstract class RoutingLogic : INoSerializationVerificationNeeded
{
    public abstract Routee Select(object message, Routee[] routees);
}

/// <summary>One after the other.</summary>
public sealed class RoundRobinRoutingLogic(int next) : RoutingLogic
{
    private int _next = next;

    public RoundRobinRoutingLogic()
        : this(-1)
    {
    }

    public override Routee Select(object message, Routee[] routees)
    {
        if (routees.Length == 0)
        {
            return Routee.NoRoutee;
        }

        var next = Interlocked.Increment(ref _next) & int.MaxValue;
        return routees[next % routees.Length];
    }
}

/// <summary>All of them.</summary>
public sealed class BroadcastRoutingLogic : RoutingLogic
{
    public override Routee Select(object message, Routee[] routees) =>
        routees.Length == 0 ? Routee.NoRoutee : new SeveralRoutees(routees);
}
