using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Actor.Scheduler;
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

/// <summary>Routes on the sender's thread; only what Akka handles itself reaches the router's mailbox.</summary>
internal sealed class RoutedActorCell(
    ActorSystemImpl system,
    IInternalActorRef self,
    Props routerProps,
    MessageDispatcher dispatcher,
    Props routeeProps,
    IInternalActorRef supervisor)
    : ActorCell(system, self, routerProps, dispatcher, supervisor)
{
    private readonly Pool _pool = (Pool)routerProps.RouterConfig;
    private volatile Router _router = routerProps.RouterConfig.CreateRouter(system);

    public override void Start()
    {
        var props = _pool.UsePoolDispatcher && routeeProps.Deploy.Dispatcher == Deploy.NoDispatcherGiven
            ? routeeProps.WithDispatcher(_pool.RouterDispatcher)
            : routeeProps;
        _router = _router.WithRoutees([.. Enumerable.Range(0, _pool.GetNrOfInstances(System)).Select(Routee (_) => new ActorRefRoutee(Watch(ActorOf(props))))]);
        base.Start();
    }

    public override void SendMessage(Envelope message)
    {
        if (message.Message is IAutoReceivedMessage)
        {
            base.SendMessage(message);
        }
        else
        {
            _router.Route(message.Message is IScheduledTellMsg scheduled ? scheduled.Message : message.Message, message.Sender);
        }
    }

    /// <summary>A routee has stopped.</summary>
    public void RemoveRoutee(IActorRef routee)
    {
        _router = _router.RemoveRoutee(routee);
        if (!_router.Routees.Any())
        {
            ((IInternalActorRef)Self).Stop();
        }
    }
}

/// <summary>The actor behind a router.</summary>
internal sealed class RouterActor : ActorBase
{
    protected override bool Receive(object message)
    {
        if (message is not Terminated terminated)
        {
            return false;
        }

        ((RoutedActorCell)Context).RemoveRoutee(terminated.ActorRef);
        return true;
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
