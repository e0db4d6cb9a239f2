using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

public partial class ActorCell
{
    private static readonly TerminatedProps Terminated = new();

    private void BeginStop()
    {
        var alreadyTerminating = IsTerminating;
        Children.BeginTermination();
        foreach (var child in GetChildren())
        {
            Stop(child);
        }

        if (!Children.WaitFor(ChildrenState.Terminating))
        {
            CompleteStop();
        }
        else if (!alreadyTerminating)
        {
            // No more of the user's messages while the children stop.
            _mailbox.Status.Suspend();
            MarkFailed(Self);
        }
    }

    private void CompleteStop()
    {
        Children.Terminated();
        var actor = _actor;
        try
        {
            _timers?.CancelAll();
            if (actor is not null)
            {
                actor.AroundPostStop();
                PluginsOf(actor).BeforeActorIncarnated(actor, this);
            }
        }
        catch (Exception e)
        {
            Report(e, e.Message);
        }

        Guarded(() => Dispatcher.Detach(this));
        Guarded(() => Parent.SendSystemMessage(new DeathWatchNotification(Self, existenceConfirmed: true, addressTerminated: false)));
        Guarded(AnnounceDeath);
        Guarded(UnwatchAll);
        ClearActor();
        Props = Terminated;
    }

    private void Guarded(Action step)
    {
        try
        {
            step();
        }
        catch (Exception e)
        {
            Report(e, e.Message);
        }
    }
}
