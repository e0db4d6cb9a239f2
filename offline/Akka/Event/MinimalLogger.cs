#nullable disable annotations // oblivious, as Akka's own signatures are: the sender may be null

using Akka.Actor;

namespace Akka.Event;

/// <summary>A logger that is no actor, for the time in which there are none.</summary>
public abstract class MinimalLogger : MinimalActorRef
{
    public sealed override ActorPath Path { get; } = new RootActorPath(Address.AllSystems, "/StandardOutLogger");

    public sealed override IActorRefProvider Provider => throw new NotSupportedException("A logger has no provider.");

    protected abstract void Log(object message);

    protected sealed override void TellInternal(object message, IActorRef sender)
    {
        ArgumentNullException.ThrowIfNull(message);
        Log(message);
    }
}
