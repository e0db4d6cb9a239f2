using Akka.Actor;

namespace Akka.Routing;

/// <summary>A logic and its routees; immutable.</summary>
public class Router
{
    private readonly Routee[] _routees;

    public Router(RoutingLogic logic, params Routee[] routees)
    {
        RoutingLogic = logic;
        _routees = routees;
    }

    public RoutingLogic RoutingLogic { get; }

    public IEnumerable<Routee> Routees => _routees;

    public virtual void Route(object message, IActorRef sender)
    {
        var bare = message is RouterEnvelope envelope ? envelope.Message : message;
        if (message is not Broadcast)
        {
            RoutingLogic.Select(message, _routees).Send(bare, sender);
            return;
        }

        foreach (var routee in _routees)
        {
            routee.Send(bare, sender);
        }
    }

    public virtual Router WithRoutees(params Routee[] routees) => new(RoutingLogic, routees);

    public Router RemoveRoutee(IActorRef routee) =>
        WithRoutees([.. _routees.Where(one => one is not ActorRefRoutee { Actor: var actor } || !actor.Equals(routee))]);
}
