#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

/// <summary>Anything that takes a message.</summary>
public interface ICanTell
{
    void Tell(object message, IActorRef sender);
}

/// <summary>The address of one actor.</summary>
public interface IActorRef : ICanTell, IEquatable<IActorRef>, IComparable<IActorRef>, IComparable
{
    ActorPath Path { get; }
}

/// <summary>Says whether an actor lives in this process.</summary>
public interface IActorRefScope
{
    bool IsLocal { get; }
}

/// <summary>A reference that starts out without its actor.</summary>
public interface IRepointableRef : IActorRefScope
{
    bool IsStarted { get; }
}

/// <summary>The half of a reference that only actors' cells use.</summary>
public interface IInternalActorRef : IActorRef, IActorRefScope
{
    IInternalActorRef Parent { get; }

    IActorRefProvider Provider { get; }

    IActorRef GetChild(IReadOnlyList<string> name);

    void Resume(Exception causedByFailure = null);

    void Start();

    void Stop();

    void Restart(Exception cause);

    void Suspend();

    void SendSystemMessage(ISystemMessage message);
}
