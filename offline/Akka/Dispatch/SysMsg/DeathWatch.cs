using Akka.Actor;
using Akka.Event;

namespace Akka.Dispatch.SysMsg;

/// <summary>The watcher wants to hear of the watchee's death.</summary>
public class Watch(IInternalActorRef watchee, IInternalActorRef watcher) : SystemMessage
{
    public IInternalActorRef Watchee { get; } = watchee;

    public IInternalActorRef Watcher { get; } = watcher;
}

/// <summary>The watcher does not want to any more.</summary>
public sealed class Unwatch(IInternalActorRef watchee, IInternalActorRef watcher) : SystemMessage
{
    public IInternalActorRef Watchee { get; } = watchee;

    public IInternalActorRef Watcher { get; } = watcher;
}

/// <summary>To parent and watchers: the actor has stopped.</summary>
public sealed class DeathWatchNotification(IActorRef actor, bool existenceConfirmed, bool addressTerminated)
    : SystemMessage, IDeadLetterSuppression
{
    public IActorRef Actor { get; } = actor;

    public bool ExistenceConfirmed { get; } = existenceConfirmed;

    public bool AddressTerminated { get; } = addressTerminated;
}
