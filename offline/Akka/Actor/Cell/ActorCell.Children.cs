using Akka.Actor.Internal;

namespace Akka.Actor;

public partial class ActorCell
{
    private ChildrenContainer? _children;
    private long _nextName;

    internal ChildrenContainer Children =>
        _children ?? Interlocked.CompareExchange(ref _children, new ChildrenContainer(), null) ?? _children!;

    protected bool IsNormal => _children is null || _children.IsNormal;

    protected bool IsTerminating => _children is not null && _children.IsTerminating;

    public virtual IActorRef ActorOf(Props props, string name = null!) => CreateChild(props, name, systemService: false, async: false);

    public virtual IActorRef AttachChild(Props props, bool isSystemService, string name = null!) =>
        CreateChild(props, name, isSystemService, async: true);

    private IInternalActorRef ChildByName(string name) =>
        _children is not null && _children.TryGet(name, out var stats) ? stats.Child : ActorRefs.Nobody;

    public IEnumerable<IInternalActorRef> GetChildren() =>
        _children is null ? [] : _children.Snapshot().Select(stats => stats.Child);

    IEnumerable<IActorRef> IActorContext.GetChildren() => GetChildren();

    /// <summary>A child by its name or, with a hash, by name and uid.</summary>
    public IInternalActorRef GetSingleChild(string name)
    {
        var hash = name.IndexOf('#', StringComparison.Ordinal);
        if (hash < 0)
        {
            return ChildByName(name);
        }

        var child = ChildByName(name[..hash]);
        return long.TryParse(name.AsSpan(hash + 1), out var uid) && child.Path.Uid == uid ? child : ActorRefs.Nobody;
    }

    public ActorSelection ActorSelection(string path) => ActorRefFactoryShared.ActorSelection(path, System, Self);

    public ActorSelection ActorSelection(ActorPath path) => ActorRefFactoryShared.ActorSelection(path, System);

    internal ChildRestartStats InitChild(IInternalActorRef actor) => Children.Add(actor);

    private IInternalActorRef CreateChild(Props props, string? name, bool systemService, bool async)
    {
        if (name is not null)
        {
            ActorNames.Check(name);
        }
        else
        {
            name = ActorNames.Generated(Interlocked.Increment(ref _nextName) - 1);
        }

        var ticket = Children.Reserve(name);
        IInternalActorRef actor;
        try
        {
            var path = new ChildActorPath(Self.Path, name, ActorNames.NewUid());
            actor = SystemImpl.Provider.ActorOf(
                SystemImpl, props, InternalSelf, path, systemService, deploy: null!, lookupDeploy: true, async);
        }
        catch
        {
            Children.Unreserve(name, ticket);
            throw;
        }

        // The child will be resumed as often as this actor is.
        for (var i = _mailbox.Status.SuspendCount; i > 0; i--)
        {
            actor.Suspend();
        }

        Children.Fill(ticket, actor);
        actor.Start();
        if (IsTerminating)
        {
            Stop(actor);
        }

        return actor;
    }

    /// <summary>Even a child that is to stop at once has to be started for that.</summary>
    private void Adopt(IActorRef child, bool async)
    {
        InitChild((IInternalActorRef)child);
        if (async && child is RepointableActorRef repointable)
        {
            try
            {
                repointable.Point();
            }
            catch
            {
                // Its mailbox could not be created: nobody may wait for a cell that will never be.
                Children.Remove(child);
                throw;
            }
        }
    }

    private void FreezeChildren(IActorRef? except = null)
    {
        foreach (var child in GetChildren())
        {
            if (!child.Equals(except))
            {
                child.Suspend();
            }
        }
    }

    private void ThawChildren(Exception? causedByFailure, IActorRef? culprit)
    {
        foreach (var child in GetChildren())
        {
            child.Resume(child.Equals(culprit) ? causedByFailure! : null!);
        }
    }
}
