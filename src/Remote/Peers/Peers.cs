using System.Globalization;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The other nodes that an actor system knows. They are asked with Akka's own <see cref="Identify"/> for an actor of this library under
/// <c>/system</c>. Every version of Akka answers that, with and without this library. Any thread.
/// </summary>
/// <param name="system">The actor system.</param>
/// <param name="inEnvelope">Puts a question into an envelope that is written as without this library.</param>
internal sealed class Peers(ExtendedActorSystem system, Func<object, object> inEnvelope)
{
    // The actor under /system. A node that has it can read contexts: its serializer has the number in the name.
    private const string ActorName = "akka-instrumentation-remote-";

    // The pauses after which a node that has refused is asked again.
    private static readonly TimeSpan[] Pauses = [TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10)];

    // How long an association takes at most before a node that somebody sends to is asked without having seen it.
    private static readonly TimeSpan ForAnAssociation = TimeSpan.FromSeconds(1);

    private readonly PeerTable _peers = new();
    private readonly object _starting = new();
    private AkkaInstrumentationExtension? _instrumentation;
    private IActorRef? _asking;
    private string _name = ActorName;
    private bool _hasMet;
    private int _lastAssociation;

    /// <summary>The setting <c>tracing.remote</c>. Off until the instrumentation has started.</summary>
    public AkkaRemoteTracing Mode => Volatile.Read(ref _instrumentation)?.Settings.TracingRemote ?? AkkaRemoteTracing.Off;

    /// <summary>The counts of the system; null before it has started.</summary>
    public RemoteCounts? Counts => Volatile.Read(ref _instrumentation)?.Metrics.Remote;

    public bool CanAsk => Volatile.Read(ref _asking) is not null;

    /// <summary>The number of nodes that are kept.</summary>
    public int Count => _peers.Count;

    /// <summary>Whether a node may have been dropped. Then one that seems new may be an earlier one.</summary>
    public bool MayHaveDropped => _peers.MayHaveDropped;

    public Peer For(Address address) => _peers.Find(address) ?? _peers.Add(new Peer(address, this));

    /// <summary>A number for an association. No two associations of a system have the same, so an answer cannot be taken for that to another question.</summary>
    public int NextAssociation() => Interlocked.Increment(ref _lastAssociation);

    /// <summary>The system has started.</summary>
    /// <param name="instrumentation">The instrumentation of the system.</param>
    /// <param name="identifier">The identifier of the envelopes' serializer. A node with another one cannot read them.</param>
    public void Start(AkkaInstrumentationExtension instrumentation, int identifier)
    {
        _name = string.Create(CultureInfo.InvariantCulture, $"{ActorName}{identifier}");
        lock (_starting)
        {
            Volatile.Write(ref _instrumentation, instrumentation);
            if (_hasMet)
            {
                Met();
            }
        }

        Volatile.Write(ref _asking, system.SystemActorOf(Props.Create(() => new PeerAnswers(this)), _name));
        foreach (var peer in _peers)
        {
            peer.CanAsk();
        }
    }

    /// <summary>An association begins. Called before anything is written to it, on the thread of Akka that publishes the event.</summary>
    public void Associated(Address address)
    {
        if (!Volatile.Read(ref _hasMet))
        {
            lock (_starting)
            {
                _hasMet = true;
                Met();
            }
        }

        // One that is being dropped has left the table when it says no.
        while (!For(address).TryAssociate())
        {
        }
    }

    /// <summary>An association has ended. The node is forgotten if nobody sends to it any more.</summary>
    public void Disassociated(Address address) => _peers.Find(address)?.Disassociated();

    /// <summary>
    /// Asks a node whether it can read contexts. The question is in an envelope that is written as without this library. So an answer also shows that Akka
    /// and the envelope's serializer agree on how that is done. Never throws.
    /// </summary>
    public void Ask(Peer peer, int association)
    {
        try
        {
            var there = system.Provider.ResolveActorRef(new RootActorPath(peer.Address) / "system" / _name);
            var question = new Identify(string.Create(CultureInfo.InvariantCulture, $"{association} {peer.Address}"));
            there.Tell(inEnvelope(question), Volatile.Read(ref _asking));
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Remote, e);
        }
    }

    /// <summary>Asks again after a while, if the number of refusals is not too high.</summary>
    public void AskAgain(Peer peer, int association, int refusals)
    {
        if (refusals < Pauses.Length)
        {
            system.Scheduler.Advanced.ScheduleOnce(Pauses[refusals], () => peer.AskAgain(association));
        }
    }

    /// <summary>
    /// Asks after a while, unless the node has been asked by then. One that was dropped may have an association: where both nodes connect at once, the end of
    /// an earlier one can be published after the begin of the next.
    /// </summary>
    public void AskWithoutAssociation(Peer peer) => system.Scheduler.Advanced.ScheduleOnce(ForAnAssociation, peer.AskWithoutAssociation);

    /// <summary>A node has answered.</summary>
    /// <param name="answer">The answer, which is not trusted.</param>
    public void Answered(ActorIdentity answer)
    {
        if (answer.MessageId is not string question
            || question.IndexOf(' ', StringComparison.Ordinal) is not (> 0 and var space)
            || !int.TryParse(question.AsSpan(0, space), NumberStyles.None, CultureInfo.InvariantCulture, out var association)
            || !ActorPath.TryParse(question[(space + 1)..] + "/system", out var asked)
            || _peers.Find(asked.Address) is not { } peer)
        {
            return;
        }

        // A node speaks for itself only.
        var subject = answer.Subject;
        peer.Answered(association, reads: subject is not null && !subject.IsNobody() && peer.Address.Equals(subject.Path.Address));
    }

    // More than one node takes part from now on.
    private void Met() => Volatile.Read(ref _instrumentation)?.OnFirstAssociation(system.Provider.DefaultAddress.ToString());
}
