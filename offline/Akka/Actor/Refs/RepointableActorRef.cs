using Akka.Actor.Internal;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

/// <summary>A top-level reference: collects messages until its parent, on its own thread, gives it a cell.</summary>
public class RepointableActorRef : ActorRefWithCell, IRepointableRef
{
    protected readonly ActorSystemImpl System;
    protected readonly Props Props;
    protected readonly MessageDispatcher Dispatcher;
    protected readonly IInternalActorRef Supervisor;

    private volatile ICell? _cell;

    public RepointableActorRef(
        ActorSystemImpl system,
        Props props,
        MessageDispatcher dispatcher,
        MailboxType mailboxType,
        IInternalActorRef supervisor,
        ActorPath path)
    {
        System = system;
        Props = props;
        Dispatcher = dispatcher;
        Supervisor = supervisor;
        Path = path;
        MailboxType = mailboxType;
    }

    public override ActorPath Path { get; }

    public override ICell Underlying => _cell!;

    /// <summary>The cell to look for children in: the real one already while it is about to take over.</summary>
    public ICell Lookup => _cell is UnstartedCell { Successor: { } real } ? real : _cell!;

    public bool IsStarted => _cell is not null and not UnstartedCell;

    public override IEnumerable<IActorRef> Children => Lookup is ActorCell cell ? cell.GetChildren() : [];

    public override IInternalActorRef Parent => Underlying.Parent;

    public override IActorRefProvider Provider => System.Provider;

    public override bool IsLocal => true;

    public override bool IsTerminated => Underlying.IsTerminated;

    internal MailboxType MailboxType { get; }

    public RepointableActorRef Initialize(bool async)
    {
        _cell = new UnstartedCell(System, Props, Supervisor);
        Supervisor.SendSystemMessage(new Supervise(this, async));
        if (!async)
        {
            Point();
        }

        return this;
    }

    /// <summary>Replaces the placeholder by a real cell, once.</summary>
    public void Point()
    {
        if (_cell is UnstartedCell unstarted)
        {
            var real = NewCell();
            unstarted.HandOverTo(real);
            _cell = real;
        }
    }

    public override IInternalActorRef GetSingleChild(string name) => Lookup.GetSingleChild(name);

    public override IActorRef GetChild(IReadOnlyList<string> name) => ChildLookup.Find(this, name);

    public override void Start()
    {
        // Its parent starts it by pointing it.
    }

    public override void Suspend() => Underlying.Suspend();

    public override void Resume(Exception causedByFailure = null!) => Underlying.Resume(causedByFailure);

    public override void Restart(Exception cause) => Underlying.Restart(cause);

    public override void Stop() => Underlying.Stop();

    public override void SendSystemMessage(ISystemMessage message) => Underlying.SendSystemMessage(message);

    protected override void TellInternal(object message, IActorRef sender) => Underlying.SendMessage(sender, message);

    protected virtual ActorCell NewCell()
    {
        var cell = new ActorCell(System, this, Props, Dispatcher, Supervisor);
        cell.Init(sendSupervise: false, MailboxType);
        return cell;
    }
}
