using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Dispatch;

namespace Akka.Routing;

/// <summary>The reference of a router.</summary>
internal sealed class RoutedActorRef(
    ActorSystemImpl system,
    Props routerProps,
    MessageDispatcher dispatcher,
    MailboxType mailboxType,
    Props routeeProps,
    IInternalActorRef supervisor,
    ActorPath path)
    : RepointableActorRef(system, routerProps, dispatcher, mailboxType, supervisor, path)
{
    protected override ActorCell NewCell()
    {
        var cell = new RoutedActorCell(System, this, Props, Dispatcher, routeeProps, Supervisor);
        cell.Init(sendSupervise: false, MailboxType);
        return cell;
    }
}

/// <summary>Routes on the sender's thread; only management messages reach the router's mailbox.</summary>
internal sealed class RoutedActorCell(
    ActorSystemImpl system,
    IInternalActorRef self,
    Props routerProps,
    MessageDispatcher dispatcher,
    Props routeeProps,
    IInternalActorRef supervisor)
    : ActorCell(system, self, routerProps, dispatcher, supervisor)
{
    private readonly RouterConfig _config = routerProps.RouterConfig;
    private volatile Router _router = routerProps.RouterConfig.CreateRouter(system);

    public Router Router => _router;

    public override void Start()
    {
        switch (_config)
        {
            case Pool pool:
                var props = pool.UsePoolDispatcher && routeeProps.Deploy.Dispatcher == Deploy.NoDispatcherGiven
                    ? routeeProps.WithDispatcher(pool.RouterDispatcher)
                    : routeeProps;
                _router = _router.WithRoutees(Enumerable.Range(0, pool.GetNrOfInstances(System))
                    .Select(Routee (_) => Watched(ActorOf(props))).ToArray());
                break;
            case Group group:
                _router = _router.WithRoutees(group.GetPaths(System)
                    .Select(path => (Routee)new ActorSelectionRoutee(System.ActorSelection(path))).ToArray());
                break;
        }

        base.Start();
    }

    public override void SendMessage(Envelope message)
    {
        if (_config.IsManagementMessage(message.Message))
        {
            base.SendMessage(message);
        }
        else
        {
            _router.Route(message.Message, message.Sender);
        }
    }

    /// <summary>A routee has stopped.</summary>
    public void RemoveRoutee(IActorRef routee)
    {
        _router = _router.RemoveRoutee(routee);
        if (_config.StopRouterWhenAllRouteesRemoved && !_router.Routees.Any())
        {
            ((IInternalActorRef)Self).Stop();
        }
    }

    private ActorRefRoutee Watched(IActorRef routee)
    {
        Watch(routee);
        return new ActorRefRoutee(routee);
    }
}

/// <summary>The actor behind a router.</summary>
internal sealed class RouterActor : ActorBase
{
    private static RoutedActorCell Cell => (RoutedActorCell)Context;

    protected override bool Receive(object message)
    {
        switch (message)
        {
            case Terminated terminated:
                Cell.RemoveRoutee(terminated.ActorRef);
                return true;
            case GetRoutees:
                Sender.Tell(new Routees(Cell.Router.Routees));
                return true;
            default:
                return false;
        }
    }

    protected override void PreRestart(Exception reason, object message)
    {
        // The routees are restarted, not stopped.
    }
}

/// <summary>Outside, a router has no actor type of its own.</summary>
internal sealed class RouterActorProducer(RouterConfig config) : IIndirectActorProducer
{
    public Type ActorType => typeof(Props.EmptyActor);

    public ActorBase Produce() => config.CreateRouterActor();

    public void Release(ActorBase actor)
    {
    }
}
