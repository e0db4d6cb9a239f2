#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

using Akka.Dispatch;

namespace Akka.Actor;

/// <summary>A behaviour: says whether it handled the message.</summary>
public delegate bool Receive(object message);

/// <summary>A behaviour that handles every message it is given.</summary>
public delegate void UntypedReceive(object message);

/// <summary>Creates and finds actors.</summary>
public interface IActorRefFactory
{
    IActorRef ActorOf(Props props, string name = null);

    ActorSelection ActorSelection(ActorPath actorPath);

    ActorSelection ActorSelection(string actorPath);
}

/// <summary>Watches other actors' deaths.</summary>
public interface ICanWatch
{
    IActorRef Watch(IActorRef subject);

    IActorRef Unwatch(IActorRef subject);
}

/// <summary>What an actor sees of its cell.</summary>
public interface IActorContext : IActorRefFactory, ICanWatch
{
    IActorRef Self { get; }

    Props Props { get; }

    IActorRef Sender { get; }

    ActorSystem System { get; }

    IActorRef Parent { get; }

    MessageDispatcher Dispatcher { get; }

    void Become(Receive receive);

    void BecomeStacked(Receive receive);

    void UnbecomeStacked();

    IActorRef Child(string name);

    IEnumerable<IActorRef> GetChildren();

    void SetReceiveTimeout(TimeSpan? timeout);

    void Stop(IActorRef child);
}
