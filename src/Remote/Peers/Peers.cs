using System.Collections.Concurrent;
using System.Globalization;
using System.Security.Cryptography;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The other nodes that an actor system knows. They are asked with Akka's own <see cref="Identify"/> for an actor of this library under
/// <c>/system</c>. Every version of Akka answers this question, with and without this library. Any thread.
/// <para>
/// When the table has grown by half, it drops the nodes that have no association. So it holds at most one and a half times as many as are in use,
/// however many come and go.
/// </para>
/// </summary>
/// <param name="system">The actor system.</param>
/// <param name="inEnvelope">Puts a question into an envelope that is written as without this library.</param>
internal sealed class Peers(ExtendedActorSystem system, Func<object, object> inEnvelope)
{
    /// <summary>Nothing is dropped below this number of nodes, nor before this number of new nodes has been added.</summary>
    internal const int PruneStep = 128;

    // The actor under /system. A node that has this actor can read contexts: the number in the name is the identifier of its serializer, and its
    // envelopes have the second layout. Nodes with the first layout, which was never released, get plain messages.
    private const string ActorName = "akka-instrumentation-remote-2-";

    // The pauses after which a node that has refused is asked again.
    private static readonly TimeSpan[] Pauses = [TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10)];

    private readonly ConcurrentDictionary<Address, Peer> _peers = new();
    private AkkaInstrumentationExtension? _instrumentation;
    private RemoteCounts? _counts;
    private IActorRef _asking = ActorRefs.Nobody;
    private string _name = ActorName;
    private int _hasAssociated;
    private int _pruneAt = PruneStep;
    private volatile bool _hasDropped;

    /// <summary>The setting <c>tracing.remote</c>. Off until the instrumentation has started.</summary>
    public AkkaRemoteTracing Mode => Volatile.Read(ref _instrumentation)?.Settings.TracingRemote ?? AkkaRemoteTracing.Off;

    /// <summary>The counts of the system; null before it has started.</summary>
    public RemoteCounts? Counts => Volatile.Read(ref _counts);

    /// <summary>The number of nodes that are kept.</summary>
    public int Count => _peers.Count;

    /// <summary>Whether a node may have been dropped, so that a node that seems new may be an earlier one.</summary>
    public bool HasDropped => _hasDropped;

    /// <summary>The node at an address. It may be dropped at any time, so a caller that keeps it has to check <see cref="Peer.IsDropped"/>.</summary>
    public Peer For(Address address)
    {
        while (true)
        {
            if (_peers.TryGetValue(address, out var known))
            {
                if (!known.IsDropped)
                {
                    return known;
                }

                _peers.TryRemove(new(address, known));
            }

            PruneIfFull();
            _peers.TryAdd(address, new Peer(address, this));
        }
    }

    /// <summary>
    /// A number for an association, not 0. Only the asked node learns it. So an answer cannot be mistaken for that to another question, and no other
    /// node can answer in its place. That matters, because a node that cannot read contexts would lose the messages that it gets in envelopes.
    /// </summary>
    public static long NewNumber() => BitConverter.ToInt64(RandomNumberGenerator.GetBytes(sizeof(long))) | 1;

    /// <summary>The system has started.</summary>
    /// <param name="instrumentation">The instrumentation of the system.</param>
    /// <param name="counts">The counts of the system.</param>
    /// <param name="identifier">The identifier of the envelopes' serializer. A node with another one cannot read them.</param>
    public void Start(AkkaInstrumentationExtension instrumentation, RemoteCounts counts, int identifier)
    {
        _name = string.Create(CultureInfo.InvariantCulture, $"{ActorName}{identifier}");
        _asking = system.SystemActorOf(Props.Create(() => new Answers(this)), _name);

        // From now on nodes are asked. An association may have begun already, or may begin now; one of the two threads sees the value that the other
        // has written.
        Volatile.Write(ref _counts, counts);
        Interlocked.Exchange(ref _instrumentation, instrumentation);
        if (Volatile.Read(ref _hasAssociated) != 0)
        {
            ReportFirstAssociation();
        }
    }

    /// <summary>An association begins. Called before anything is written to it, on the thread of Akka that publishes the event.</summary>
    public void Associated(Address address)
    {
        if (Interlocked.Exchange(ref _hasAssociated, 1) == 0)
        {
            ReportFirstAssociation();
        }

        // A node that is being dropped returns false.
        while (!For(address).TryAssociate())
        {
        }
    }

    /// <summary>An association has ended.</summary>
    public void Disassociated(Address address) => _peers.GetValueOrDefault(address)?.Disassociated();

    /// <summary>
    /// Asks a node whether it can read contexts. The question is in an envelope that is written as without this library. So an answer also shows that
    /// Akka and the envelope's serializer agree on that. Never throws.
    /// </summary>
    public void Ask(Peer peer, long association) =>
        TelemetryFault.Guard(TelemetryFault.Remote, new RootActorPath(peer.Address) / "system" / _name, there =>
        system.Provider.ResolveActorRef(there).Tell(inEnvelope(new Identify(association.ToString(CultureInfo.InvariantCulture))), _asking));

    /// <summary>Asks again after a pause, if the number of refusals is not too high.</summary>
    public void AskLater(Peer peer, long association, int refusals)
    {
        if (refusals < Pauses.Length)
        {
            system.Scheduler.Advanced.ScheduleOnce(Pauses[refusals], () => peer.AskAgain(association));
        }
    }

    // From now on, more than one node takes part.
    private void ReportFirstAssociation() => Volatile.Read(ref _instrumentation)?.OnFirstAssociation(system.Provider.DefaultAddress.ToString());

    // The answer is not trusted.
    private void Answered(ActorIdentity answer, Address from)
    {
        if (!long.TryParse(answer.MessageId as string, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var association))
        {
            return;
        }

        var subject = answer.Subject is { } actor && !actor.IsNobody() ? actor.Path.Address : null;
        if (!from.HasLocalScope)
        {
            // A node can only answer for itself.
            _peers.GetValueOrDefault(from)?.TryAnswer(association, reads: from.Equals(subject));
            return;
        }

        // Akka's refusal may have no sender. Then only the number shows which node it is from.
        foreach (var (address, peer) in _peers)
        {
            if (peer.Association == association && peer.TryAnswer(association, reads: address.Equals(subject)))
            {
                return;
            }
        }
    }

    // The table is walked once for half as many additions as there are nodes left. So the cost of an addition does not depend on their number.
    private void PruneIfFull()
    {
        if (_peers.Count < Volatile.Read(ref _pruneAt))
        {
            return;
        }

        _hasDropped = true;
        foreach (var (address, peer) in _peers)
        {
            if (peer.TryDrop())
            {
                _peers.TryRemove(new(address, peer));
            }
        }

        var left = _peers.Count;
        Volatile.Write(ref _pruneAt, left + Math.Max(PruneStep, left / 2));
    }

    /// <summary>
    /// The actor under <c>/system</c> by which other nodes see that this one can read contexts. Akka answers their questions for it. It gets the
    /// answers to this node's own questions.
    /// </summary>
    private sealed class Answers(Peers peers) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            if (message is ActorIdentity answer)
            {
                peers.Answered(answer, Sender.Path.Address);
            }
        }
    }
}
