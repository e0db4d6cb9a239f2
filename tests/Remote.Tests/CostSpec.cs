using Akka.Serialization;

namespace AkkaInstrumentation.Tests;

/// <summary>What a message to another node costs at most: bytes on the wire, and bytes allocated by the nodes that send and receive it.</summary>
[Collection(Alone.Name)]
public sealed class CostSpec
{
    /// <summary>Akka makes a reference for the sender of each message that arrives.</summary>
    [Fact]
    public async Task A_reference_takes_as_many_bytes_as_Akkas_and_keeps_no_node()
    {
        await using var here = Node.Start(Node.Network(), 1);
        await using var plain = Node.StartPlain(Node.Network(), 2);
        var path = new RootActorPath(new Address("akka.test", "other", "127.0.0.1", 9)) / "user" / "somebody";
        Assert.IsType<TracedRemoteActorRef>(here.Provider.ResolveActorRef(path));
        Assert.IsType<RemoteActorRef>(plain.Provider.ResolveActorRef(path));

        Assert.InRange(AllocationMeter.OnThread(() => plain.Provider.ResolveActorRef(path), expected: 1_000), 1, 1_000);
        Assert.Equal(0, AllocationMeter.Added(() => plain.Provider.ResolveActorRef(path), () => here.Provider.ResolveActorRef(path), expected: 0));
        Assert.Equal(0, here.Tracing.Peers.Count);
    }

    [Fact]
    public async Task Without_a_listener_a_message_goes_to_the_transport_without_an_allocation_or_a_lookup_of_its_node()
    {
        await using var here = Node.StartUnheard(Node.Network(), 1);
        var sink = new Sink(here);
        var node = new Address("akka.test", "other", "127.0.0.1", 9);
        var reference = new TracedRemoteActorRef(sink, here.Provider.DefaultAddress,
            new RootActorPath(node) / "user", ActorRefs.Nobody, Props.None, Deploy.None);
        Assert.False(RemoteTracing.HasListeners);
        Assert.Equal(0, AllocationMeter.OnThread(() => reference.Tell("text", ActorRefs.NoSender), expected: 0));
        Assert.Equal("text", sink.Last);
        Assert.Equal(0, here.Tracing.Peers.Count);
    }

    [Fact]
    public async Task A_message_outside_of_a_trace_is_not_wrapped_and_allocates_nothing()
    {
        await using var pair = await Pair.Start();
        using var recorder = SpanRecorder.WithRoot(out var root);
        root.Dispose();
        Assert.Equal(0, pair.AllocatedAround(expected: 0));
        Assert.Equal("text", pair.Around());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_message_in_a_trace_allocates_one_envelope(bool recorded)
    {
        await using var pair = await Pair.Start();
        using var recorder = SpanRecorder.Everything();
        using var current = InTrace(recorded);
        Assert.Equal(40, pair.AllocatedAround(expected: 40));
        Assert.InRange(pair.AddedBytes(), 36, 40);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Writing_a_context_allocates_the_bytes_of_the_envelope_only(bool recorded)
    {
        await using var pair = await Pair.Start();
        using var recorder = SpanRecorder.Everything();
        using var current = InTrace(recorded);
        var (envelope, serialization) = (pair.Around(), pair.Serialization);
        var outer = serialization.FindSerializerFor(envelope);
        var bytes = outer.ToBinary(envelope);
        Assert.Equal(0, AllocationMeter.Added(
            () =>
            {
                Write(serialization, "text");
                _ = bytes.AsSpan().ToArray();
            },
            () => outer.ToBinary(envelope),
            expected: 0));
    }

    /// <summary>
    /// The message's bytes are copied out of the envelope, as its serializer needs them. The manifest is not made again. In a recorded trace, what a
    /// span of its own needs is also there: its id as text (56 bytes), and the origin (64 bytes). The trace's id is that of the message before.
    /// </summary>
    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 56 + 64)]
    public async Task Reading_a_message_of_a_trace_that_is_known_allocates_a_copy_of_its_bytes_and_what_a_span_needs(bool recorded, int more)
    {
        await using var pair = await Pair.Start();
        using var recorder = SpanRecorder.Everything();
        using var current = InTrace(recorded);
        Assert.Equal(more, AddedByReading(pair, expected: more));
    }

    private static Activity InTrace(bool recorded) => new Activity("sender")
        .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), recorded ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None)
        .Start();

    // What Akka does with a message without a context.
    private static void Write(Serialization serialization, object message)
    {
        var serializer = serialization.FindSerializerFor(message);
        _ = serializer.ToBinary(message);
        _ = Serialization.ManifestFor(serializer, message);
    }

    // Above the message's own bytes, copied and read.
    private static double AddedByReading(Pair pair, double expected)
    {
        var serialization = pair.Serialization;
        var envelope = pair.Around();
        var (outer, inner) = (serialization.FindSerializerFor(envelope), serialization.FindSerializerFor("text"));
        var (bytes, plain, manifest) = (outer.ToBinary(envelope), inner.ToBinary("text"), Serialization.ManifestFor(inner, "text") ?? "");
        Assert.Equal("text", serialization.Deserialize(bytes, outer.Identifier, ""));
        return AllocationMeter.Added(
            () => serialization.Deserialize(plain.AsSpan().ToArray(), inner.Identifier, manifest),
            () => serialization.Deserialize(bytes, outer.Identifier, ""),
            expected);
    }

    private sealed class Pair(IAsyncDisposable both, Node here, Node there) : IAsyncDisposable
    {
        public Serialization Serialization => ((ExtendedActorSystem)here.System).Serialization;

        public static async Task<Pair> Start()
        {
            var both = Node.Two(out var here, out var there);
            await here.Meet(there);
            return new Pair(both, here, there);
        }

        /// <summary>A message as remoting gets it.</summary>
        public object Around() => here.Tracing.Around("text", new RootActorPath(here.PeerOf(there).Address), sender: null);

        /// <summary>Bytes that the sender's thread allocates for each message before remoting gets it.</summary>
        public double AllocatedAround(double expected)
        {
            var (tracing, node) = (here.Tracing, new RootActorPath(here.PeerOf(there).Address));
            return AllocationMeter.OnThread(() => tracing.Around("text", node, sender: null), expected);
        }

        /// <summary>Bytes that the payload and its manifest grow by.</summary>
        public int AddedBytes()
        {
            var envelope = Around();
            var inner = Serialization.FindSerializerFor("text");
            var plain = inner.ToBinary("text").Length + (Akka.Serialization.Serialization.ManifestFor(inner, "text")?.Length ?? 0);
            return Serialization.FindSerializerFor(envelope).ToBinary(envelope).Length - plain;
        }

        public ValueTask DisposeAsync() => both.DisposeAsync();
    }

    /// <summary>A transport that keeps the last message and sends nothing.</summary>
    private sealed class Sink(Node node) : RemoteTransport((ExtendedActorSystem)node.System, (RemoteActorRefProvider)node.Provider)
    {
        public object? Last { get; private set; }

        public override ISet<Address> Addresses { get; } = new HashSet<Address>();

        public override Address DefaultAddress => Address.AllSystems;

        public override void Start() { }

        public override Task Shutdown() => Task.CompletedTask;

        public override void Send(object message, IActorRef sender, RemoteActorRef recipient) => Last = message;

        public override Task<bool> ManagementCommand(object cmd) => Task.FromResult(false);

        public override Task<bool> ManagementCommand(object cmd, CancellationToken cancellationToken) => Task.FromResult(false);

        public override Address LocalAddressForRemote(Address remote) => DefaultAddress;

        public override void Quarantine(Address address, int? uid) { }
    }
}
