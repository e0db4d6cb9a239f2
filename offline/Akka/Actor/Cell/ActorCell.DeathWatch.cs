using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

public partial class ActorCell
{
    // Whom this actor watches, and who watches it.
    private HashSet<IActorRef>? _watched;
    private HashSet<IActorRef>? _watchers;

    // Whose Terminated is in the mailbox; Unwatch takes it back.
    private HashSet<IActorRef>? _announcedDeaths;

    public IActorRef Watch(IActorRef subject)
    {
        if (!subject.Equals(Self) && (_watched ??= []).Add(subject))
        {
            ((IInternalActorRef)subject).SendSystemMessage(new Watch((IInternalActorRef)subject, InternalSelf));
        }

        return subject;
    }

    public IActorRef Unwatch(IActorRef subject)
    {
        if (!subject.Equals(Self) && _watched is not null && _watched.Remove(subject))
        {
            ((IInternalActorRef)subject).SendSystemMessage(new Unwatch((IInternalActorRef)subject, InternalSelf));
        }

        _announcedDeaths?.Remove(subject);
        return subject;
    }

    private void ReceiveTerminated(Terminated terminated)
    {
        if (_announcedDeaths?.Remove(terminated.ActorRef) == true)
        {
            ReceiveMessage(terminated);
        }
    }

    private void ActorDied(DeathWatchNotification death)
    {
        var actor = death.Actor;
        if (_watched?.Remove(actor) == true && !IsTerminating)
        {
            (_announcedDeaths ??= []).Add(actor);
            Self.Tell(new Terminated(actor, death.ExistenceConfirmed, death.AddressTerminated), actor);
        }

        if (_children is not null && _children.Contains(actor))
        {
            ChildStopped(actor);
        }
    }

    /// <summary>A watch has two ends, and this actor is one of them.</summary>
    private void BeginWatch(Watch watch)
    {
        if (watch.Watcher.Equals(Self))
        {
            Watch(watch.Watchee);
        }
        else if (watch.Watchee.Equals(Self))
        {
            (_watchers ??= []).Add(watch.Watcher);
        }
    }

    private void EndWatch(Unwatch unwatch)
    {
        if (unwatch.Watcher.Equals(Self))
        {
            Unwatch(unwatch.Watchee);
        }
        else if (unwatch.Watchee.Equals(Self))
        {
            _watchers?.Remove(unwatch.Watcher);
        }
    }

    private void AnnounceDeath()
    {
        foreach (var watcher in _watchers ?? [])
        {
            if (!watcher.Equals(Parent))
            {
                ((IInternalActorRef)watcher).SendSystemMessage(new DeathWatchNotification(Self, existenceConfirmed: true, addressTerminated: false));
            }
        }

        _watchers = null;
    }

    private void UnwatchAll()
    {
        if (_watched is not null)
        {
            foreach (var watchee in _watched)
            {
                ((IInternalActorRef)watchee).SendSystemMessage(new Unwatch((IInternalActorRef)watchee, InternalSelf));
            }
        }

        _watched = null;
        _announcedDeaths = null;
    }

    private void ChildStopped(IActorRef child)
    {
        var waitedFor = Children.Remove(child);
        var cause = Children.Cause;

        // The strategy may still want to know, but only while there is an actor.
        if (_actor is not null && waitedFor == ChildrenState.Normal)
        {
            try
            {
                (Props.SupervisorStrategy ?? _actor.Strategy()).HandleChildTerminated(this, child, GetChildren());
            }
            catch (Exception e)
            {
                Report(e, e.Message);
            }
        }

        switch (waitedFor)
        {
            case ChildrenState.Restarting:
                CompleteRestart(cause!);
                break;
            case ChildrenState.StartingAgain:
                CompleteSecondStart();
                break;
            case ChildrenState.Terminating:
                CompleteStop();
                break;
        }
    }
}
