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
        if (message is Broadcast)
        {
            new SeveralRoutees(_routees).Send(UnWrap(message), sender);
        }
        else
        {
            Send(RoutingLogic.Select(message, _routees), message, sender);
        }
    }

    public virtual Router WithRoutees(params Routee[] routees) => new(RoutingLogic, routees);

    public virtual Router AddRoutee(Routee routee) => WithRoutees([.. _routees, routee]);

    public Router AddRoutee(IActorRef routee) => AddRoutee(new ActorRefRoutee(routee));

    public Router AddRoutee(ActorSelection routee) => AddRoutee(new ActorSelectionRoutee(routee));

    public virtual Router RemoveRoutee(Routee routee) => WithRoutees(_routees.Where(one => !one.Equals(routee)).ToArray());

    public Router RemoveRoutee(IActorRef routee) => RemoveRoutee(new ActorRefRoutee(routee));

    public Router RemoveRoutee(ActorSelection routee) => RemoveRoutee(new ActorSelectionRoutee(routee));

    protected virtual void Send(Routee routee, object message, IActorRef sender) => routee.Send(UnWrap(message), sender);

    protected object UnWrap(object message) => message is RouterEnvelope envelope ? envelope.Message : message;
}
