using System.Collections.Concurrent;
using System.Collections.Immutable;
using Akka.Actor;

namespace Akka.Cluster;

/// <summary>The members of one cluster, which all its nodes share. Any thread.</summary>
internal sealed class Membership
{
    public static readonly ClusterEvent.CurrentClusterState Nothing = new([], [], null!, ImmutableDictionary<string, Address>.Empty);

    private static readonly ConcurrentDictionary<string, Membership> Clusters = new();

    private readonly List<Cluster> _nodes = [];
    private readonly HashSet<Address> _lost = [];
    private readonly Dictionary<Address, Member> _members = [];
    private int _lastUp;

    /// <summary>Where nodes keep what they share, for the packages above.</summary>
    public ConcurrentDictionary<string, object> Shared { get; } = new();

    public static Membership Named(string key) => Clusters.GetOrAdd(key, _ => new Membership());

    public void Add(Cluster node)
    {
        lock (_nodes)
        {
            _nodes.Add(node);
        }
    }

    public void Join(Cluster node, Address seed)
    {
        lock (_nodes)
        {
            if (seed.Equals(node.SelfAddress) || _members.ContainsKey(seed))
            {
                _members[node.SelfAddress] = new Member(node.SelfAddress, node.SelfRoles, MemberStatus.Up, ++_lastUp);
                Show();
            }
        }
    }

    /// <summary>A node has ended without a word.</summary>
    public void Lost(Cluster node)
    {
        lock (_nodes)
        {
            _nodes.Remove(node);
            if (_members.ContainsKey(node.SelfAddress) && _lost.Add(node.SelfAddress))
            {
                _nodes.ForEach(other => other.FailureDetector.Fail(node.SelfAddress));
                Show();
            }
        }
    }

    public void Remove(Address address, MemberStatus before)
    {
        lock (_nodes)
        {
            if (!_members.Remove(address, out var member))
            {
                return;
            }

            _lost.Remove(address);
            Show();
            foreach (var node in _nodes)
            {
                node.FailureDetector.Remove(address);
                node.Publish(new ClusterEvent.MemberRemoved(member.With(MemberStatus.Removed), before));
                if (node.SelfAddress.Equals(address))
                {
                    node.IsTerminated = true;
                }
            }
        }
    }

    private void Show()
    {
        var members = _members.Values.ToImmutableSortedSet(Member.ByAddress);
        var reachable = members.Where(member => !_lost.Contains(member.Address)).ToList();
        var leaders = members.SelectMany(member => member.Roles).Distinct()
            .Where(role => reachable.Exists(member => member.Roles.Contains(role)))
            .ToImmutableDictionary(role => role, role => reachable.First(member => member.Roles.Contains(role)).Address);
        var state = new ClusterEvent.CurrentClusterState(
            members, [.. members.Where(member => _lost.Contains(member.Address))], reachable.FirstOrDefault()?.Address!, leaders);
        foreach (var node in _nodes.Where(node => _members.ContainsKey(node.SelfAddress)))
        {
            node.State = state;
        }
    }
}
