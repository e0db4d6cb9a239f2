#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

/// <summary>What stands behind an <see cref="ActorRefWithCell"/>.</summary>
public interface ICell
{
    ActorSystem System { get; }

    IInternalActorRef Parent { get; }

    Props Props { get; }

    bool IsTerminated { get; }

    void Start();

    void Suspend();

    void Resume(Exception causedByFailure);

    void Restart(Exception cause);

    void Stop();

    void SendMessage(IActorRef sender, object message);

    void SendSystemMessage(ISystemMessage message);

    IInternalActorRef GetSingleChild(string name);
}
