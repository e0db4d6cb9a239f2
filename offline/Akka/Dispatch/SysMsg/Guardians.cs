using Akka.Actor;

namespace Akka.Dispatch.SysMsg;

/// <summary>Asks a guardian to stop one of its children.</summary>
public sealed class StopChild(IActorRef child)
{
    public IActorRef Child { get; } = child;

    public override string ToString() => $"<StopChild> {Child}";
}

/// <summary>A system actor wants to be asked before the system guardian stops.</summary>
public sealed class RegisterTerminationHook
{
    private RegisterTerminationHook()
    {
    }

    public static RegisterTerminationHook Instance { get; } = new();

    public override string ToString() => "<RegisterTerminationHook>";
}

/// <summary>The system guardian is about to stop.</summary>
public sealed class TerminationHook
{
    private TerminationHook()
    {
    }

    public static TerminationHook Instance { get; } = new();

    public override string ToString() => "<TerminationHook>";
}

/// <summary>The hooked actor has nothing more to do.</summary>
public sealed class TerminationHookDone
{
    private TerminationHookDone()
    {
    }

    public static TerminationHookDone Instance { get; } = new();

    public override string ToString() => "<TerminationHookDone>";
}
