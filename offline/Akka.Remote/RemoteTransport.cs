using Akka.Actor;

namespace Akka.Remote;

/// <summary>Sends messages to other systems.</summary>
public abstract class RemoteTransport
{
    protected RemoteTransport(ExtendedActorSystem system, RemoteActorRefProvider provider)
    {
        System = system;
        Provider = provider;
    }

    public ExtendedActorSystem System { get; }

    public RemoteActorRefProvider Provider { get; }

    public abstract ISet<Address> Addresses { get; }

    public abstract Address DefaultAddress { get; }

    public abstract void Start();

    public abstract Task Shutdown();

    public abstract void Send(object message, IActorRef sender, RemoteActorRef recipient);

    public abstract Task<bool> ManagementCommand(object cmd);

    public abstract Task<bool> ManagementCommand(object cmd, CancellationToken cancellationToken);

    public abstract Address LocalAddressForRemote(Address remote);

    public abstract void Quarantine(Address address, int? uid);
}
