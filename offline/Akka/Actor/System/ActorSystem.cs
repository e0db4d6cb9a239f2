#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

using Akka.Actor.Internal;
using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;

namespace Akka.Actor;

/// <summary>A hierarchy of actors with its dispatchers, mailboxes, scheduler and event stream.</summary>
public abstract class ActorSystem : IActorRefFactory, IDisposable
{
    public abstract Settings Settings { get; }

    public abstract string Name { get; }

    public abstract Dispatchers Dispatchers { get; }

    public abstract EventStream EventStream { get; }

    public abstract IActorRef DeadLetters { get; }

    public abstract Serialization.Serialization Serialization { get; }

    public abstract Mailboxes Mailboxes { get; }

    public abstract IScheduler Scheduler { get; }

    public abstract ILoggingAdapter Log { get; }

    public abstract Task WhenTerminated { get; }

    public static ActorSystem Create(string name, Config config) =>
        Create(name, ActorSystemSetup.Empty.WithSetup(BootstrapSetup.Create().WithConfig(config)));

    public static ActorSystem Create(string name, ActorSystemSetup setup)
    {
        var bootstrap = setup.Get<BootstrapSetup>();
        var config = bootstrap.HasValue && bootstrap.Value.Config.HasValue
            ? bootstrap.Value.Config.Value
            : ConfigurationFactory.Load();

        var system = new ActorSystemImpl(name, config, setup);
        system.Start();
        return system;
    }

    public abstract bool HasExtension<T>()
        where T : class, IExtension;

    public abstract bool TryGetExtension(Type extensionType, out object extension);

    public abstract bool TryGetExtension<T>(out T extension)
        where T : class, IExtension;

    public abstract object RegisterExtension(IExtensionId extension);

    public abstract Task Terminate();

    public abstract void Stop(IActorRef actor);

    public abstract IActorRef ActorOf(Props props, string name = null);

    public abstract ActorSelection ActorSelection(ActorPath actorPath);

    public abstract ActorSelection ActorSelection(string actorPath);

    public void Dispose()
    {
        Terminate().Wait();
        GC.SuppressFinalize(this);
    }
}

/// <summary>What extensions see of the system.</summary>
public abstract class ExtendedActorSystem : ActorSystem
{
    public abstract IActorRefProvider Provider { get; }

    public abstract ActorProducerPipelineResolver ActorPipelineResolver { get; }

    public abstract IInternalActorRef Guardian { get; }

    public abstract IInternalActorRef LookupRoot { get; }

    public abstract IInternalActorRef SystemGuardian { get; }

    public abstract IActorRef SystemActorOf(Props props, string name = null);

    public abstract IActorRef SystemActorOf<TActor>(string name = null)
        where TActor : ActorBase, new();

    public abstract void Abort();
}
