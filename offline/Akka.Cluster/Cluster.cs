using System.Collections.Immutable;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Remote;

namespace Akka.Cluster;

/// <summary>The id of the extension.</summary>
public class ClusterExtension : ExtensionIdProvider<Cluster>
{
    public override Cluster CreateExtension(ExtendedActorSystem system) => new((ActorSystemImpl)system);
}

/// <summary>
/// One node of a cluster. The nodes are actor systems of this process that name the same <c>akka.remote.test.registry-key</c>. There is no gossip: a
/// change is seen everywhere at once (<see cref="Membership"/>).
/// </summary>
public class Cluster : IExtension
{
    private readonly Membership _membership;
    private readonly List<(IActorRef Actor, Type[] To)> _subscribers = [];

    public Cluster(ActorSystemImpl system)
    {
        var config = system.Settings.Config;
        System = system;
        Settings = new ClusterSettings();
        var local = new Uri(config.GetString("akka.remote.test.local-address", "test://unknown@127.0.0.1:1"));
        SelfAddress = new Address("akka.test", system.Name, local.Host, local.Port);
        SelfRoles = [.. config.GetStringList("akka.cluster.roles")];
        FailureDetector = new DefaultFailureDetectorRegistry<Address>();
        _membership = Membership.Named(config.GetString("akka.remote.test.registry-key", ""));
        _membership.Add(this);
        _ = system.WhenTerminated.ContinueWith(_ => _membership.Lost(this), TaskScheduler.Default);
    }

    public ExtendedActorSystem System { get; }

    public ClusterSettings Settings { get; }

    public Address SelfAddress { get; }

    public ImmutableHashSet<string> SelfRoles { get; }

    public DefaultFailureDetectorRegistry<Address> FailureDetector { get; }

    public ClusterEvent.CurrentClusterState State { get; internal set; } = Membership.Nothing;

    public Member SelfMember =>
        State.Members.FirstOrDefault(member => member.Address.Equals(SelfAddress)) ?? new Member(SelfAddress, SelfRoles, MemberStatus.Removed, int.MaxValue);

    public bool IsTerminated { get; internal set; }

    public static Cluster Get(ActorSystem system) => system.WithExtension<Cluster, ClusterExtension>();

    public void Join(Address address) => _membership.Join(this, address);

    public void Leave(Address address) => _membership.Remove(address, MemberStatus.Exiting);

    public void Down(Address address) => _membership.Remove(address, MemberStatus.Down);

    public void Subscribe(IActorRef subscriber, params Type[] to)
    {
        lock (_subscribers)
        {
            _subscribers.Add((subscriber, to));
        }

        subscriber.Tell(State, ActorRefs.NoSender);
    }

    internal Membership Membership => _membership;

    internal void Publish(ClusterEvent.IClusterDomainEvent change)
    {
        lock (_subscribers)
        {
            foreach (var (actor, to) in _subscribers)
            {
                if (Array.Exists(to, type => type.IsInstanceOfType(change)))
                {
                    actor.Tell(change, ActorRefs.NoSender);
                }
            }
        }
    }
}
