namespace Akka.Routing;

/// <summary>Chooses the routee of a message; called by any thread.</summary>
public abstract class RoutingLogic
{
    public abstract Routee Select(object message, Routee[] routees);
}

/// <summary>One after the other.</summary>
public sealed class RoundRobinRoutingLogic : RoutingLogic
{
    private int _next = -1;

    public override Routee Select(object message, Routee[] routees) => routees.Length == 0
        ? Routee.NoRoutee
        : routees[(Interlocked.Increment(ref _next) & int.MaxValue) % routees.Length];
}
