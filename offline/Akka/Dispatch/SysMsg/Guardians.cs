using Akka.Actor;

namespace Akka.Dispatch.SysMsg;

/// <summary>Asks a guardian to stop one of its children.</summary>
public sealed class StopChild(IActorRef child)
{
    public IActorRef Child { get; } = child;
}
