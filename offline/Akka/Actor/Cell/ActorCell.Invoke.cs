using Akka.Actor.Scheduler;
using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

public partial class ActorCell
{
    private object? _message;
    private IActorRef? _sender;
    private int _envelopeId;

    public int CurrentEnvelopeId => _envelopeId;

    public object CurrentMessage => _message!;

    public IActorRef Sender => _sender!;

    /// <summary>Gives one message to the actor; what the actor throws goes to its parent.</summary>
    public void Invoke(Envelope envelope)
    {
        var message = envelope.Message;
        _message = message;
        _sender = envelope.Sender;
        _envelopeId++;

        try
        {
            if (message is Scheduled or TimerMessage)
            {
                ReceiveScheduled(envelope);
            }
            else
            {
                Receive(envelope);
            }

            // A failed message stays, PreRestart wants it; the sender stays until the next message.
            _message = null;
        }
        catch (Exception cause)
        {
            FailUpwards(cause);
        }
    }

    private void Receive(Envelope envelope)
    {
        if (envelope.Message is IAutoReceivedMessage)
        {
            AutoReceiveMessage(envelope);
        }
        else
        {
            ReceiveMessage(envelope.Message);
        }
    }

    protected virtual void ReceiveMessage(object message) => _actor!.Handle(_receive!, message);

    protected virtual void AutoReceiveMessage(Envelope envelope)
    {
        switch (envelope.Message)
        {
            case Terminated terminated:
                ReceiveTerminated(terminated);
                break;
            case PoisonPill:
                InternalSelf.Stop();
                break;
            case Kill:
                throw new ActorKilledException("Kill");
            case Identify identify:
                envelope.Sender.Tell(new ActorIdentity(identify.MessageId, Self), Self);
                break;
            case ActorSelectionMessage selection:
                global::Akka.Actor.ActorSelection.Deliver(InternalSelf, envelope.Sender, selection);
                break;
            default:
                ReceiveMessage(envelope.Message);
                break;
        }
    }

    /// <summary>Handles one system message; what fails in it goes to the parent.</summary>
    internal void HandleSystemMessage(SystemMessage message)
    {
        try
        {
            switch (message)
            {
                case ActorTaskSchedulerMessage task:
                    RunHandlerPiece(task);
                    break;
                case Create create:
                    StartInstance(create.Failure);
                    break;
                case Failed failed:
                    ChildFailed(failed);
                    break;
                case DeathWatchNotification death:
                    ActorDied(death);
                    break;
                case Recreate recreate:
                    BeginRestart(recreate.Cause);
                    break;
                case Dispatch.SysMsg.Suspend:
                    Freeze();
                    break;
                case Resume resume:
                    Thaw(resume.CausedByFailure);
                    break;
                case Dispatch.SysMsg.Terminate:
                    BeginStop();
                    break;
                case Supervise supervise:
                    Adopt(supervise.Child, supervise.Async);
                    break;
                case Watch watch:
                    BeginWatch(watch);
                    break;
                case Unwatch unwatch:
                    EndWatch(unwatch);
                    break;
                case NoMessage:
                    break;
                default:
                    throw new NotSupportedException($"No actor understands {message.GetType().Name}");
            }
        }
        catch (Exception cause)
        {
            FailUpwards(cause);
        }
    }

    /// <summary>The continuation of an async handler sees the message and the sender that it started with.</summary>
    private void RunHandlerPiece(ActorTaskSchedulerMessage task)
    {
        _message = task.Message;
        _sender = task.Sender;
        if (task.Execute() is { } failure)
        {
            FailUpwards(failure);
        }
        else
        {
            _message = null;
        }
    }
}
