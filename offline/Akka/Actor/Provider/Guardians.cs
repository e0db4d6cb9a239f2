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

/// <summary>The actor at /system: outlives /user.</summary>
public class SystemGuardianActor(IActorRef userGuardian) : ActorBase, IRequiresMessageQueue<IUnboundedMessageQueueSemantics>
{
    protected override bool Receive(object message)
    {
        switch (message)
        {
            case Terminated:
                Context.System.EventStream.StopLoggers(Context.System);
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

    protected override void PreStart() => Context.Watch(userGuardian);

    protected override void PreRestart(Exception reason, object message)
    {
        // Keeps its children.
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
