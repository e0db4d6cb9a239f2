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
    protected readonly ActorPath _path;

    private readonly MailboxType _mailboxType;
    private volatile ICell? _underlying;
    private volatile ICell? _lookup;

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
        _path = path;
        _mailboxType = mailboxType;
    }

    public override ActorPath Path => _path;

    public override ICell Underlying => _underlying!;

    public ICell Lookup => _lookup!;

    public bool IsStarted => _underlying is not null and not UnstartedCell;

    public override IEnumerable<IActorRef> Children => _lookup is ActorCell cell ? cell.GetChildren() : [];

    public override IInternalActorRef Parent => Underlying.Parent;

    public override IActorRefProvider Provider => System.Provider;

    public override bool IsLocal => true;

    public override bool IsTerminated => Underlying.IsTerminated;

    public RepointableActorRef Initialize(bool async)
    {
        var cell = new UnstartedCell(System, this, Props, Supervisor);
        _underlying = cell;
        _lookup = cell;
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
        if (_underlying is UnstartedCell unstarted)
        {
            unstarted.ReplaceWith(NewCell());
        }
    }

    public void SwapUnderlying(ICell cell) => _underlying = cell;

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

    protected override void TellInternal(object message, IActorRef sender) => _underlying!.SendMessage(sender, message);

    protected virtual ActorCell NewCell()
    {
        var cell = new ActorCell(System, this, Props, Dispatcher, Supervisor);
        cell.Init(sendSupervise: false, _mailboxType);
        return cell;
    }

    internal void SwapLookup(ICell cell) => _lookup = cell;

    internal MailboxType MailboxType => _mailboxType;
}
