using System.Collections;
using System.Collections.Concurrent;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The known nodes by their address. When it has grown by half, it drops those that have no association and to which nobody has sent since the time
/// before. So it holds at most three times as many as are in use, however many come and go. Any thread.
/// </summary>
internal sealed class PeerTable : IEnumerable<Peer>
{
    /// <summary>Nothing is dropped below this number, nor before so many have come.</summary>
    internal const int Few = 128;

    // A power of two.
    private const int Places = 64;

    private readonly ConcurrentDictionary<Address, Peer> _peers = new();

    // Nodes that were found. Each message to another node looks its node up, and the hash of an address walks three texts. Written without a lock: who sees
    // an older one looks further.
    private readonly Peer?[] _found = new Peer?[Places];
    private int _count;
    private int _pruneAt = Few;
    private int _isPruning;

    // Written by the thread that prunes, before it drops the first node. Read by any other.
    private volatile bool _mayHaveDropped;

    /// <summary>Whether a node may have been dropped. Who sees that one is (<see cref="Peer.IsDropped"/>), or finds it no longer, sees true.</summary>
    public bool MayHaveDropped => _mayHaveDropped;

    public int Count => Volatile.Read(ref _count);

    /// <summary>The node at an address; null if it is not known. It may be dropped at any time: who keeps it asks <see cref="Peer.IsDropped"/>.</summary>
    public Peer? Find(Address address)
    {
        ref var found = ref _found[PlaceOf(address)];
        if (Volatile.Read(ref found) is { IsDropped: false } same && same.Address.Equals(address))
        {
            return same;
        }

        if (!_peers.TryGetValue(address, out var known))
        {
            return null;
        }

        if (!known.IsDropped)
        {
            Volatile.Write(ref found, known);
            return known;
        }

        Remove(known);
        return null;
    }

    /// <summary>Adds a node, unless another thread has added one with the address. Returns the one that is in the table.</summary>
    public Peer Add(Peer peer)
    {
        var added = _peers.GetOrAdd(peer.Address, peer);
        if (ReferenceEquals(added, peer) && Interlocked.Increment(ref _count) > Volatile.Read(ref _pruneAt))
        {
            Prune();
        }

        return added;
    }

    public IEnumerator<Peer> GetEnumerator() => _peers.Select(known => known.Value).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    // A walk for half as many additions as there are nodes left. So an addition costs the same however many there are.
    private void Prune()
    {
        if (Interlocked.Exchange(ref _isPruning, 1) != 0)
        {
            return;
        }

        _mayHaveDropped = true;
        foreach (var (_, peer) in _peers)
        {
            if (peer.TryDrop())
            {
                Remove(peer);
            }
        }

        var left = Volatile.Read(ref _count);
        Volatile.Write(ref _pruneAt, left + Math.Max(Few, left / 2));
        Volatile.Write(ref _isPruning, 0);
    }

    // In many clusters the nodes differ in the end of the host's name, or in the port.
    private static int PlaceOf(Address address) => ((address.Host is [.., var last] ? last : 0) + (address.Port ?? 0)) & (Places - 1);

    private void Remove(Peer peer)
    {
        if (_peers.TryRemove(new KeyValuePair<Address, Peer>(peer.Address, peer)))
        {
            Interlocked.Decrement(ref _count);
        }
    }
}
