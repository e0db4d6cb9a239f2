using System.Collections.Concurrent;
using System.Globalization;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The other nodes that an actor system knows. They are asked with Akka's own <see cref="Identify"/> for an actor of this library under
/// <c>/system</c>. Every version of Akka answers that, with and without this library. Any thread.
/// </summary>
internal sealed class Peers(ExtendedActorSystem system)
{
    // The actor under /system. A node that has it can read contexts: its serializer has the number in the name.
    private const string ActorName = "akka-instrumentation-remote-";

    // The pauses after which a node that has refused is asked again.
    private static readonly TimeSpan[] Pauses = [TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10)];

    private readonly ConcurrentDictionary<Address, Peer> _peers = new();
    private AkkaInstrumentationExtension? _instrumentation;
    private IActorRef? _asking;
    private string _name = ActorName;

    /// <summary>The setting <c>tracing.remote</c>. Off until the instrumentation has started.</summary>
    public AkkaRemoteTracing Mode => Volatile.Read(ref _instrumentation)?.Settings.TracingRemote ?? AkkaRemoteTracing.Off;

    /// <summary>The counts of the system; null before it has started.</summary>
    public RemoteCounts? Counts => Volatile.Read(ref _instrumentation)?.Metrics.Remote;

    public bool CanAsk => Volatile.Read(ref _asking) is not null;

    public Peer For(Address address) => _peers.TryGetValue(address, out var known) ? known : _peers.GetOrAdd(address, static (address, self) => new Peer(address, self), this);

    /// <summary>The system has started.</summary>
    /// <param name="instrumentation">The instrumentation of the system.</param>
    /// <param name="identifier">The identifier of the envelopes' serializer. A node with another one cannot read them.</param>
    public void Start(AkkaInstrumentationExtension instrumentation, int identifier)
    {
        _name = string.Create(CultureInfo.InvariantCulture, $"{ActorName}{identifier}");
        Volatile.Write(ref _instrumentation, instrumentation);
        Volatile.Write(ref _asking, system.SystemActorOf(Props.Create(() => new PeerAnswers(this)), _name));
        foreach (var (_, peer) in _peers)
        {
            peer.CanAsk();
        }
    }

    /// <summary>Asks a node whether it can read contexts. Never throws.</summary>
    public void Ask(Peer peer, int association)
    {
        try
        {
            var there = system.Provider.ResolveActorRef(new RootActorPath(peer.Address) / "system" / _name);
            there.Tell(new Identify(string.Create(CultureInfo.InvariantCulture, $"{association} {peer.Address}")), Volatile.Read(ref _asking));
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

    /// <summary>A node has answered.</summary>
    /// <param name="answer">The answer, which is not trusted.</param>
    public void Answered(ActorIdentity answer)
    {
        if (answer.MessageId is not string question
            || question.IndexOf(' ', StringComparison.Ordinal) is not (> 0 and var space)
            || !int.TryParse(question.AsSpan(0, space), NumberStyles.None, CultureInfo.InvariantCulture, out var association))
        {
            return;
        }

        var address = question[(space + 1)..];
        foreach (var (known, peer) in _peers)
        {
            if (known.ToString() == address)
            {
                // A node speaks for itself only.
                var subject = answer.Subject;
                peer.Answered(association, reads: subject is not null && !subject.IsNobody() && known.Equals(subject.Path.Address));
            }
        }
    }
}
