using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Actor.Internal;

namespace Akka.Remote.Transport;

/// <summary>
/// Carries bytes between systems of one process. Systems with one registry key see each other. As in Akka, an actor for each other system writes and
/// another one reads; what cannot be written goes to the dead letters.
/// </summary>
internal sealed class TestTransport : RemoteTransport
{
    private static readonly ConcurrentDictionary<(string Key, Address Address), TestTransport> Registry = new();

    private readonly ConcurrentDictionary<Address, IActorRef> _writers = new();
    private readonly ConcurrentDictionary<(Address Address, int Uid), IActorRef> _readers = new();
    private readonly ConcurrentDictionary<(Address Address, int? Uid), bool> _quarantined = new();
    private readonly string _key;

    public TestTransport(ActorSystemImpl system, RemoteActorRefProvider provider)
        : base(system, provider)
    {
        var config = system.Settings.Config.GetConfig("akka.remote.test");
        _key = config.GetString("registry-key");
        DefaultAddress = ActorPath.TryParse("akka." + config.GetString("local-address"), out var path)
            ? path.Address
            : throw new Configuration.ConfigurationException("akka.remote.test.local-address is no address");
        Addresses = new HashSet<Address> { DefaultAddress };
    }

    public override ISet<Address> Addresses { get; }

    public override Address DefaultAddress { get; }

    /// <summary>Distinguishes this system from earlier ones at its address.</summary>
    public int Uid { get; } = Random.Shared.Next(1, int.MaxValue);

    public override void Start()
    {
        Registry[(_key, DefaultAddress)] = this;
        _ = System.WhenTerminated.ContinueWith(_ => Shutdown(), TaskScheduler.Default);
    }

    public override Task Shutdown()
    {
        Registry.TryRemove(new KeyValuePair<(string, Address), TestTransport>((_key, DefaultAddress), this));
        return Task.CompletedTask;
    }

    public override void Send(object message, IActorRef sender, RemoteActorRef recipient) =>
        _writers.GetOrAdd(recipient.Path.Address, WriterFor).Tell(new Outbound(message, sender, recipient), ActorRefs.NoSender);

    public override Task<bool> ManagementCommand(object cmd) => Task.FromResult(false);

    public override Task<bool> ManagementCommand(object cmd, CancellationToken cancellationToken) => Task.FromResult(false);

    public override Address LocalAddressForRemote(Address remote) => DefaultAddress;

    public override void Quarantine(Address address, int? uid)
    {
        _quarantined[(address, uid)] = true;
        System.EventStream.Publish(new QuarantinedEvent(address, uid ?? 0));
    }

    public TestTransport? At(Address address) => Registry.GetValueOrDefault((_key, address)) is { } other && !other.System.WhenTerminated.IsCompleted ? other : null;

    public bool HasQuarantined(Address address, int uid) => _quarantined.ContainsKey((address, uid));

    /// <summary>Gives bytes to the actor that reads from another system. Publishes the association with its first ones.</summary>
    public void Receive(TestTransport from, Inbound inbound) => _readers.GetOrAdd((from.DefaultAddress, from.Uid), ReaderFor).Tell(inbound, ActorRefs.NoSender);

    private IActorRef WriterFor(Address address) =>
        System.SystemActorOf(Props.Create(() => new EndpointWriter(this, address)), $"writer-{address.Port}-{Guid.NewGuid():N}");

    private IActorRef ReaderFor((Address Address, int Uid) from)
    {
        System.EventStream.Publish(new AssociatedEvent(DefaultAddress, from.Address, inbound: true));
        return System.SystemActorOf(Props.Create(() => new EndpointReader(System, Provider)), $"reader-{from.Address.Port}-{Guid.NewGuid():N}");
    }
}

/// <summary>A message on its way to its writer.</summary>
internal sealed record Outbound(object Message, IActorRef Sender, RemoteActorRef Recipient);

/// <summary>A message as it travels.</summary>
internal sealed record Inbound(byte[] Bytes, int Serializer, string Manifest, string Recipient, string? Sender);
