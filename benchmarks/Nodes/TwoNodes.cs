using Akka.Actor;
using Akka.Configuration;
using Akka.Remote.Transport;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Two actor systems of this process that talk over Akka.Remote's transport for tests. It serializes each message as every transport does, and then hands the
/// bytes over in memory, so no network hides what a message costs.
/// </summary>
internal sealed class TwoNodes : IAsyncDisposable
{
    private const string Ours = "AkkaInstrumentation.InstrumentedRemoteActorRefProvider, AkkaInstrumentation.Remote";

    private readonly string _network = $"net-{Guid.NewGuid():N}"[..16];

    public TwoNodes(NodeState state)
    {
        Here = Start(state, 1);
        There = Start(state, 2);
    }

    public ActorSystem Here { get; }

    public ActorSystem There { get; }

    public static Address AddressOf(ActorSystem system) => ((ExtendedActorSystem)system).Provider.DefaultAddress;

    /// <summary>A reference of the first node to an actor of the second.</summary>
    public IActorRef FromHere(string name) => ((ExtendedActorSystem)Here).Provider.ResolveActorRef(new RootActorPath(AddressOf(There)) / "user" / name);

    /// <summary>The transport keeps each message for tests. Otherwise its garbage would be what is measured.</summary>
    public void ForgetWritten() => AssociationRegistry.Get(_network).ClearLog();

    /// <summary>Messages that were written since the last time, and their bytes as the transport gets them.</summary>
    public (int Count, long Bytes) TakeWritten()
    {
        var written = AssociationRegistry.Get(_network).LogSnapshot().OfType<WriteAttempt>().ToList();
        ForgetWritten();
        return (written.Count, written.Sum(write => (long)write.Payload.Length));
    }

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(Here.Terminate(), There.Terminate());
        AssociationRegistry.Get(_network).Reset();
    }

    private ActorSystem Start(NodeState state, int port)
    {
        var config = ConfigurationFactory.ParseString(
            $$"""
            akka {
              stdout-loglevel = OFF
              loglevel = OFF
              log-dead-letters = off
              log-dead-letters-during-shutdown = off
              coordinated-shutdown.run-by-clr-shutdown-hook = off
              actor.provider = "{{(state.HasProvider ? Ours : "remote")}}"
              remote {
                enabled-transports = ["akka.remote.test"]
                test {
                  transport-class = "Akka.Remote.Transport.TestTransport, Akka.Remote"
                  applied-adapters = []
                  maximum-payload-bytes = 128000b
                  scheme-identifier = test
                  registry-key = {{_network}}
                  local-address = "test://{{_network}}@127.0.0.1:{{port}}"
                }
              }
            }
            akka.instrumentation.tracing.sampling.ratio = {{(state.Trace == Traced.Never ? 0 : 1)}}
            """);
        return ActorSystem.Create(_network, state.HasMailboxes ? AkkaInstrumentationConfig.Defaults.WithFallback(config) : config);
    }
}
