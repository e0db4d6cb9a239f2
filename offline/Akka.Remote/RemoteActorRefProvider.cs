#nullable disable annotations // oblivious, as Akka's own signatures are

using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Configuration;
using Akka.Event;
using Akka.Remote.Transport;

namespace Akka.Remote;

/// <summary>The provider of systems that talk to others. The local part is a local provider's.</summary>
public class RemoteActorRefProvider : IActorRefProvider
{
    private readonly LocalActorRefProvider _local;
    private readonly EventStream _eventStream;

    public RemoteActorRefProvider(string systemName, Settings settings, EventStream eventStream)
    {
        settings.InjectTopLevelFallback(ConfigurationFactory.FromResource("Akka.Remote.remote.conf", typeof(RemoteActorRefProvider).Assembly));
        _eventStream = eventStream;
        _local = new LocalActorRefProvider(systemName, settings, eventStream);
    }

    public RemoteTransport Transport { get; private set; }

    public IInternalActorRef RootGuardian => _local.RootGuardian;

    public LocalActorRef Guardian => _local.Guardian;

    public LocalActorRef SystemGuardian => _local.SystemGuardian;

    public ActorPath RootPath => _local.RootPath;

    public Task TerminationTask => _local.TerminationTask;

    public IActorRef DeadLetters => _local.DeadLetters;

    public Settings Settings => _local.Settings;

    public IInternalActorRef TempContainer => _local.TempContainer;

    public Address DefaultAddress => Transport.DefaultAddress;

    public virtual void Init(ActorSystemImpl system)
    {
        _local.Init(system);
        Transport = new TestTransport(system, this);
        Transport.Start();
    }

    public ActorPath TempPath() => _local.TempPath();

    public void RegisterTempActor(IInternalActorRef actorRef, ActorPath path) => _local.RegisterTempActor(actorRef, path);

    public void UnregisterTempActor(ActorPath path) => _local.UnregisterTempActor(path);

    public FutureActorRef<T> CreateFutureRef<T>(TaskCompletionSource<T> tcs) => _local.CreateFutureRef(tcs);

    public IInternalActorRef ActorOf(
        ActorSystemImpl system, Props props, IInternalActorRef supervisor, ActorPath path, bool systemService, Deploy deploy, bool lookupDeploy, bool async) =>
        _local.ActorOf(system, props, supervisor, path, systemService, deploy, lookupDeploy, async);

    public IActorRef RootGuardianAt(Address address) =>
        HasAddress(address) ? RootGuardian : CreateRemoteRef(new RootActorPath(address), Transport.LocalAddressForRemote(address));

    public IActorRef ResolveActorRef(ActorPath actorPath)
    {
        if (!HasAddress(actorPath.Address))
        {
            return CreateRemoteRef(actorPath, Transport.LocalAddressForRemote(actorPath.Address));
        }

        var local = RootPath / actorPath.Elements;
        return _local.ResolveActorRef(actorPath.Uid == ActorCell.UndefinedUid ? local : local.Parent / $"{local.Name}#{actorPath.Uid}");
    }

    protected virtual IInternalActorRef CreateRemoteRef(ActorPath actorPath, Address localAddress) =>
        new RemoteActorRef(Transport, localAddress, actorPath, ActorRefs.Nobody, Props.None, Deploy.None);

    /// <summary>Called by nobody: offline nothing is deployed to other systems.</summary>
    protected virtual IInternalActorRef CreateRemoteRef(Props props, IInternalActorRef supervisor, Address localAddress, ActorPath rpath, Deploy deployment) =>
        new RemoteActorRef(Transport, localAddress, rpath, supervisor, props, deployment);

    internal EmptyLocalActorRef NobodyAt(ActorPath path) => new(this, path, _eventStream);

    private bool HasAddress(Address address) => RootPath.Address.Equals(address) || Transport.DefaultAddress.Equals(address);
}
