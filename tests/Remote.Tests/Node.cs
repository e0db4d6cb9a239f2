using Akka.Remote.Transport;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// An actor system with remoting. Nodes with one network see each other. They are in one process, and every message between them is serialized. The
/// name of a node is that of its network. Somebody listens to spans as long as a node is there, so that a test can begin to record after its actors
/// have begun to run.
/// </summary>
internal sealed class Node : IAsyncDisposable
{
    public const string Ours = "AkkaInstrumentation.InstrumentedRemoteActorRefProvider, AkkaInstrumentation.Remote";
    public const string Plain = "remote";

    private static int s_lastNetwork;

    private readonly SpanRecorder? _listens;

    private Node(TestSystem system, string address, SpanRecorder? listens = null)
    {
        Test = system;
        Address = address;
        _listens = listens;
    }

    public TestSystem Test { get; }

    public ActorSystem System => Test.System;

    /// <summary>As other nodes see it.</summary>
    public string Address { get; }

    public AkkaInstrumentationExtension Instrumentation => AkkaInstrumentationExtension.For(System);

    public IActorRefProvider Provider => ((ExtendedActorSystem)System).Provider;

    public RemoteTracing Tracing => (RemoteTracing)((ITracedProvider)Provider).Tracing;

    public Akka.Serialization.Serialization Serialization() => ((ExtendedActorSystem)System).Serialization;

    /// <summary>A network of its own for a test.</summary>
    public static string Network() => $"net-{Interlocked.Increment(ref s_lastNetwork)}-{Guid.NewGuid():N}"[..20];

    /// <summary>Starts a node with this library.</summary>
    public static Node Start(string network, int port, string hocon = "", string provider = Ours) =>
        new(SystemOf(network, port, hocon, provider), AddressOf(network, port), SpanRecorder.OfNothing());

    /// <summary>Starts two nodes with this library in a network of their own, on ports 1 and 2.</summary>
    public static IAsyncDisposable Two(out Node first, out Node second, string hocon = "", string? ofSecond = null)
    {
        var network = Network();
        first = Start(network, 1, hocon);
        second = Start(network, 2, ofSecond ?? hocon);
        return new Both(first, second);
    }

    /// <summary>Starts a node to which nobody listens.</summary>
    public static Node StartUnheard(string network, int port) => new(SystemOf(network, port, "", Ours), AddressOf(network, port));

    /// <summary>Starts a node as it is without this library.</summary>
    public static Node StartPlain(string network, int port, string hocon = "") =>
        new(new TestSystem(ActorSystem.Create(network, Hocon(network, port, hocon, Plain))), AddressOf(network, port));

    /// <summary>Starts a system with this library that talks over a socket, at a free port. Nobody listens to it.</summary>
    public static TestSystem StartTcp(string hocon) =>
        new(ActorSystem.Create($"tcp-{Guid.NewGuid():N}"[..14], AkkaInstrumentationConfig.Defaults.WithFallback(ConfigurationFactory.ParseString(
        $$"""
        akka.actor.provider = "{{Ours}}"
        akka.remote { enabled-transports = ["akka.remote.dot-netty.tcp"], dot-netty.tcp { hostname = "127.0.0.1", port = 0 } }
        {{hocon}}
        """)).WithFallback(Systems.Quiet)));

    /// <summary>Ends the node, so that another one can take its address.</summary>
    public async Task Leave()
    {
        await DisposeAsync();
        AssociationRegistry.Get(Test.Name).Reset();
    }

    public IActorRef ActorOf(Action<IActorContext, object> handle, string name) => Test.ActorOf(handle, name);

    /// <summary>The reference that this node has to an actor of another one.</summary>
    public async Task<IActorRef> Find(Node other, string name) =>
        await System.ActorSelection($"{other.Address}/user/{name}").ResolveOne(TimeSpan.FromSeconds(20));

    /// <summary>A reference by path alone.</summary>
    public IActorRef At(Node other, string name) => Provider.ResolveActorRef(PathOf(other, $"user/{name}"));

    /// <summary>What this node knows of another one.</summary>
    public Peer PeerOf(Node other) => Tracing.Peers.For(PathOf(other, "user").Address);

    /// <summary>Waits until this node knows that another one reads contexts. It asks with a message that has one.</summary>
    public async Task Meet(Node other)
    {
        using var recorder = SpanRecorder.WithRoot(out var root);
        At(other, $"nobody-{Guid.NewGuid():N}").Tell("hello");
        root.Dispose();
        await Eventually.True(() => PeerOf(other).Reads);
    }

    public async ValueTask DisposeAsync()
    {
        await Test.DisposeAsync();
        _listens?.Dispose();
    }

    private static TestSystem SystemOf(string network, int port, string hocon, string provider) =>
        new(ActorSystem.Create(network, AkkaInstrumentationConfig.Defaults.WithFallback(Hocon(network, port, hocon, provider))));

    private static ActorPath PathOf(Node other, string path) =>
        ActorPath.TryParse($"{other.Address}/{path}", out var parsed) ? parsed : throw new ArgumentException(path);

    private static string AddressOf(string network, int port) => $"akka.test://{network}@127.0.0.1:{port}";

    private static Config Hocon(string network, int port, string hocon, string provider) =>
        ConfigurationFactory.ParseString(hocon).WithFallback(ConfigurationFactory.ParseString(
        $$"""
        {{TestTransport.Hocon(network, port)}}
        akka.actor.provider = "{{provider}}"
        akka.instrumentation.tracing { send-spans = off, ask-spans = off }
        akka.remote.retry-gate-closed-for = 100ms
        """)).WithFallback(Systems.Quiet);

    private sealed class Both(Node first, Node second) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await second.DisposeAsync();
            await first.DisposeAsync();
        }
    }
}
