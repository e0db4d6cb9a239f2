#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

using Akka.Dispatch;

namespace Akka.Actor;

/// <summary>A behaviour: says whether it handled the message.</summary>
public delegate bool Receive(object message);

/// <summary>Creates and finds actors.</summary>
public interface IActorRefFactory
{
    IActorRef ActorOf(Props props, string name = null);

    ActorSelection ActorSelection(ActorPath actorPath);
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

    MessageDispatcher Dispatcher { get; }

    void Become(Receive receive);

    IEnumerable<IActorRef> GetChildren();

    void Stop(IActorRef child);
}
