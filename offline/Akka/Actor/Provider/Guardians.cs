using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

/// <summary>The actor at /user.</summary>
public class GuardianActor : ActorBase, IRequiresMessageQueue<IUnboundedMessageQueueSemantics>
{
    protected override bool Receive(object message)
    {
        switch (message)
        {
            case Terminated:
                Context.Stop(Self);
                return true;
            case StopChild stop:
                Context.Stop(stop.Child);
                return true;
            default:
                Context.System.DeadLetters.Tell(new Event.DeadLetter(message, Sender!, Self), Sender!);
                return true;
        }
    }

    protected override void PreStart()
    {
    }
}

/// <summary>The actor at /system: outlives /user, then asks those who registered a hook, then stops.</summary>
public class SystemGuardianActor(IActorRef userGuardian) : ActorBase, IRequiresMessageQueue<IUnboundedMessageQueueSemantics>
{
    private readonly HashSet<IActorRef> _hooks = [];
    private bool _terminating;

    protected override bool Receive(object message)
    {
        switch (message)
        {
            case Terminated { ActorRef: var dead } when dead.Equals(userGuardian):
                _terminating = true;
                foreach (var hook in _hooks)
                {
                    hook.Tell(TerminationHook.Instance, Self);
                }

                StopWhenDone();
                return true;
            case Terminated { ActorRef: var dead }:
                _hooks.Remove(dead);
                StopWhenDone();
                return true;
            case TerminationHookDone:
                _hooks.Remove(Sender);
                StopWhenDone();
                return true;
            case RegisterTerminationHook when Sender is not null && !_terminating && !ReferenceEquals(Sender, Context.System.DeadLetters):
                _hooks.Add(Sender);
                Context.Watch(Sender);
                return true;
            case StopChild stop:
                Context.Stop(stop.Child);
                return true;
            default:
                Context.System.DeadLetters.Tell(new Event.DeadLetter(message, Sender!, Self), Sender!);
                return true;
        }
    }

    protected override void PreStart() => Context.Watch(userGuardian);

    protected override void PreRestart(Exception reason, object message)
    {
        // Keeps its children.
    }

    private void StopWhenDone()
    {
        if (_terminating && _hooks.Count == 0)
        {
            Context.System.EventStream.StopDefaultLoggers(Context.System);
            Context.Stop(Self);
        }
    }
}

/// <summary>The actor at the root: stops when /system has.</summary>
internal sealed class RootGuardianActor : ActorBase
{
    protected override bool Receive(object message)
    {
        if (message is Terminated)
        {
            Context.Stop(Self);
        }

        return true;
    }
}
