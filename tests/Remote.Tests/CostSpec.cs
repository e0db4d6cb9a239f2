using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>What a message to another node costs at most: bytes on the wire, and bytes allocated by its sender.</summary>
[Collection(Alone.Name)]
public sealed class CostSpec
{
    private const int Count = 1_000;

    [Fact]
    public async Task A_message_outside_of_a_trace_is_not_wrapped_and_allocates_nothing()
    {
        await using var pair = await Pair.Start();
        using var recorder = SpanRecorder.WithRoot(out var root);
        root.Dispose();
        Assert.Equal(0, pair.AllocatedAround());
        Assert.Equal("text", pair.Here.Tracing.Around("text", pair.Peer.Address));
    }

    [Fact]
    public async Task A_message_in_a_recorded_trace_allocates_one_envelope()
    {
        await using var pair = await Pair.Start();
        using var recorder = SpanRecorder.WithRoot(out var root);
        Assert.Equal(40, pair.AllocatedAround());
        Assert.InRange(pair.AddedBytes(), 34, 40);
        root.Dispose();
    }

    [Fact]
    public async Task A_message_in_an_unsampled_trace_allocates_one_envelope()
    {
        await using var pair = await Pair.Start();
        using var recorder = SpanRecorder.Everything();
        using var unsampled = new Activity("unsampled").Start();
        Assert.Equal(40, pair.AllocatedAround());
        Assert.InRange(pair.AddedBytes(), 34, 40);
    }

    private sealed class Pair(Node here, Node there) : IAsyncDisposable
    {
        public Node Here => here;

        public Peer Peer => here.PeerOf(there);

        public static async Task<Pair> Start()
        {
            var network = Node.Network();
            var pair = new Pair(Node.Start(network, 1), Node.Start(network, 2));
            await pair.Here.Meet(pair.There);
            return pair;
        }

        /// <summary>Bytes that the sender's thread allocates for each message before remoting gets it.</summary>
        public long AllocatedAround()
        {
            var (tracing, node) = (here.Tracing, Peer.Address);
            for (var i = 0; i < Count; i++)
            {
                _ = tracing.Around("text", node);
            }

            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < Count; i++)
            {
                _ = tracing.Around("text", node);
            }

            return (GC.GetAllocatedBytesForCurrentThread() - before) / Count;
        }

        /// <summary>Bytes that the payload and its manifest grow by.</summary>
        public int AddedBytes()
        {
            var serialization = ((ExtendedActorSystem)here.System).Serialization;
            var envelope = here.Tracing.Around("text", Peer.Address);
            var inner = serialization.FindSerializerFor("text");
            var plain = inner.ToBinary("text").Length + (Akka.Serialization.Serialization.ManifestFor(inner, "text")?.Length ?? 0);
            return serialization.FindSerializerFor(envelope).ToBinary(envelope).Length - plain;
        }

        public async ValueTask DisposeAsync()
        {
            await here.DisposeAsync();
            await there.DisposeAsync();
        }

        private Node There => there;
    }
}
