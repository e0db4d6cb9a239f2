using Akka.Actor;
using Akka.Event;

namespace Akka.Dispatch.SysMsg;

/// <summary>The watcher wants to hear of the watchee's death.</summary>
public class Watch(IInternalActorRef watchee, IInternalActorRef watcher) : SystemMessage
{
    public IInternalActorRef Watchee { get; } = watchee;

    public IInternalActorRef Watcher { get; } = watcher;

    protected bool Equals(Watch other) => Watchee.Equals(other.Watchee) && Watcher.Equals(other.Watcher);

    public override bool Equals(object? obj) => obj is Watch other && obj.GetType() == GetType() && Equals(other);

    public override int GetHashCode() => HashCode.Combine(Watchee, Watcher);

    public override string ToString() => $"<Watch>: {Watcher} wants to watch {Watchee}";
}

/// <summary>The watcher does not want to any more.</summary>
public sealed class Unwatch(IInternalActorRef watchee, IInternalActorRef watcher) : SystemMessage
{
    public IInternalActorRef Watchee { get; } = watchee;

    public IInternalActorRef Watcher { get; } = watcher;

    public override bool Equals(object? obj) =>
        obj is Unwatch other && Watchee.Equals(other.Watchee) && Watcher.Equals(other.Watcher);

    public override int GetHashCode() => HashCode.Combine(Watchee, Watcher);

    public override string ToString() => $"<Unwatch>: {Watcher} wants to unwatch {Watchee}";
}

/// <summary>To parent and watchers: the actor has stopped.</summary>
public sealed class DeathWatchNotification(IActorRef actor, bool existenceConfirmed, bool addressTerminated)
    : SystemMessage, IDeadLetterSuppression
{
    public IActorRef Actor { get; } = actor;

    public bool ExistenceConfirmed { get; } = existenceConfirmed;

    public bool AddressTerminated { get; } = addressTerminated;

    public override string ToString() =>
        $"<DeathWatchNotification>: {Actor}, ExistenceConfirmed={ExistenceConfirmed}, AddressTerminated={AddressTerminated}";
}
