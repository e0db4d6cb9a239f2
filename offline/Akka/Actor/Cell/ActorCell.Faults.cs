using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

public partial class ActorCell
{
    // Who made this actor fail: itself or a child whose failure it escalates. Null when it is healthy.
    private IActorRef? _culprit;

    private void MarkFailed(IActorRef culprit) => _culprit ??= culprit;

    /// <summary>Freezes the actor and its children and leaves the rest to the parent.</summary>
    private void FailUpwards(Exception cause, IActorRef? culprit = null, IEnumerable<IInternalActorRef>? alreadySuspended = null)
    {
        if (_culprit is not null)
        {
            // A second failure before the parent decided on the first.
            return;
        }

        try
        {
            _mailbox.Status.Suspend();
            MarkFailed(culprit ?? Self);
            foreach (var child in GetChildren())
            {
                if (!child.Equals(culprit) && alreadySuspended?.Contains(child) != true)
                {
                    child.Suspend();
                }
            }

            Parent.SendSystemMessage(new Failed(Self, cause, Self.Path.Uid));
        }
        catch (Exception e)
        {
            Report(e, $"stopped, because telling the parent of {cause.GetType().Name} failed");
            foreach (var child in GetChildren())
            {
                child.Stop();
            }

            CompleteStop();
        }
    }

    private void ChildFailed(Failed failed)
    {
        if (_children is null || !_children.TryGet(failed.Child, out var stats) || stats.Uid != failed.Uid)
        {
            return;
        }

        _message = failed;
        _sender = failed.Child;
        try
        {
            var strategy = Props.SupervisorStrategy ?? _actor!.Strategy();
            if (!strategy.HandleFailure(this, failed.Child, failed.Cause, stats, _children.Snapshot()))
            {
                FailUpwards(failed.Cause, failed.Child);
            }
        }
        catch (Exception e)
        {
            FailUpwards(e, failed.Child);
        }
    }

    private void ResumeMailbox()
    {
        _mailbox.Status.Resume();
        Dispatcher.ScheduleIfThereIsWork(_mailbox, messageAdded: false, systemMessageAdded: false);
    }

    private void Freeze()
    {
        _mailbox.Status.Suspend();
        FreezeChildren();
    }

    private void Thaw(Exception? causedByFailure)
    {
        if (_actor is null)
        {
            // The parent resumes an actor that could not be created.
            BeginSecondStart();
            return;
        }

        var culprit = _culprit;
        ResumeMailbox();
        if (causedByFailure is not null)
        {
            _culprit = null;
        }

        ThawChildren(causedByFailure, culprit);
    }

    private void BeginRestart(Exception cause)
    {
        if (_actor is null)
        {
            BeginSecondStart();
            return;
        }

        if (!IsNormal)
        {
            // A restart is under way; this one only takes its suspension back.
            Thaw(null);
            return;
        }

        var failed = _actor;
        var message = _message;
        try
        {
            _timers?.CancelAll();
            failed.AroundPreRestart(cause, message!);
            PluginsOf(failed).BeforeActorIncarnated(failed, this);
        }
        catch (Exception e)
        {
            Report(new PreRestartException(Self, e, cause, message), e.Message);
        }
        finally
        {
            ClearActor();
        }

        if (!Children.WaitFor(ChildrenState.Restarting, cause))
        {
            CompleteRestart(cause);
        }
    }

    private void CompleteRestart(Exception cause)
    {
        var keptChildren = GetChildren().ToArray();
        try
        {
            ResumeMailbox();
            _culprit = null;
            _message = null;
            NewActor();
            _actor!.AroundPostRestart(cause, null!);
            foreach (var child in keptChildren)
            {
                child.Restart(cause);
            }
        }
        catch (Exception e)
        {
            FailUpwards(new PostRestartException(Self, e, cause), alreadySuspended: keptChildren);
        }
    }

    private void BeginSecondStart()
    {
        foreach (var child in GetChildren())
        {
            Stop(child);
        }

        if (!Children.WaitFor(ChildrenState.StartingAgain))
        {
            CompleteSecondStart();
        }
    }

    private void CompleteSecondStart()
    {
        ResumeMailbox();
        _culprit = null;
        StartInstance(null);
    }
}
