namespace AkkaInstrumentation.Tests;

/// <summary>Nodes come and go for months: what is kept of them is bounded, and whoever comes back is asked again.</summary>
public sealed class ManyPeersSpec
{
    // What is kept when nothing is in use.
    private const int Bound = Peers.PruneStep;

    private const string Asking = "system/akka-instrumentation-remote-2-1943";

    [Fact]
    public async Task Of_a_hundred_thousand_nodes_that_come_and_go_by_Akkas_events_few_are_kept()
    {
        await using var here = Node.Start(Node.Network(), 1);
        var local = here.Provider.DefaultAddress;
        var most = 0;
        for (var i = 0; i < 100_000; i++)
        {
            here.System.EventStream.Publish(new AssociatedEvent(local, AddressOf(i), inbound: i % 2 == 0));
            here.System.EventStream.Publish(i % 3 == 0 ? new QuarantinedEvent(AddressOf(i), i)
                : new DisassociatedEvent(local, AddressOf(i), inbound: false));
            most = Math.Max(most, here.Tracing.Peers.Count);
        }

        Assert.InRange(most, 1, Bound + 1);
    }

    [Fact]
    public async Task Nodes_that_never_answer_are_not_kept_because_of_references_to_them()
    {
        await using var here = Node.Start(Node.Network(), 1);
        var references = Enumerable.Range(0, 10 * Bound)
            .Select(i => here.Provider.ResolveActorRef(new RootActorPath(AddressOf(i)) / "user")).ToList();
        Assert.Equal(0, here.Tracing.Peers.Count);

        using var recorder = SpanRecorder.WithRoot(out var root);
        Assert.All(references, reference => here.Tracing.Around("text", new RootActorPath(reference.Path.Address), sender: null));
        root.Dispose();
        Assert.InRange(here.Tracing.Peers.Count, 1, Bound + 1);
    }

    [Fact]
    public async Task Nodes_with_an_association_stay_whatever_comes_and_goes()
    {
        await using var here = Node.Start(Node.Network(), 1);
        var peers = here.Tracing.Peers;
        var kept = Enumerable.Range(0, 1_000).Select(i => new Address("akka.test", "kept", "127.0.0.1", i)).ToList();
        kept.ForEach(peers.Associated);
        var known = kept.ConvertAll(peers.For);
        for (var i = 0; i < 20_000; i++)
        {
            peers.Associated(AddressOf(i));
            peers.Disassociated(AddressOf(i));
        }

        Assert.All(known, peer => Assert.False(peer.IsDropped));
        Assert.Equal(known, kept.ConvertAll(peers.For));
        Assert.InRange(peers.Count, known.Count, 5 * known.Count);
    }

    [Fact]
    public async Task A_reference_to_a_node_that_was_dropped_and_comes_back_sends_contexts_again()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1);
        var there = Node.Start(network, 2);
        there.ActorOf((_, _) => { }, "end");
        var end = here.At(there, "end");
        await here.Meet(there);
        var before = here.PeerOf(there);
        await there.Leave();
        Drop(here, before);

        await using var again = Node.Start(network, 2);
        again.ActorOf((_, _) => { }, "end");
        using var recorder = SpanRecorder.WithRoot(out var root);
        await Eventually.True(() =>
        {
            end.Tell("hello");
            return recorder.Stopped.Any(span => span.ParentSpanId == root.SpanId);
        });
        root.Dispose();
        Assert.NotSame(before, here.PeerOf(again));
    }

    /// <summary>The end of an earlier association was published last, so the node was dropped while it was associated.</summary>
    [Fact]
    public async Task A_node_that_was_dropped_by_mistake_is_asked_when_somebody_sends_to_it()
    {
        await using var nodes = Node.Two(out var here, out var there);
        await here.Meet(there);
        var before = here.PeerOf(there);
        Drop(here, before);
        Assert.False(before.Reads);
        await here.Meet(there);
        Assert.NotSame(before, here.PeerOf(there));
    }

    [Fact]
    public async Task A_message_that_waits_for_a_node_that_is_dropped_meanwhile_travels_plain()
    {
        await using var nodes = Node.Two(out var here, out var there);
        await here.Meet(there);
        var peer = here.PeerOf(there);
        using var recorder = SpanRecorder.WithRoot(out var root);
        var envelope = Assert.IsAssignableFrom<RemoteEnvelope>(here.Tracing.Around("text", new RootActorPath(peer.Address), sender: null));
        root.Dispose();
        Drop(here, peer);

        var serialization = ((ExtendedActorSystem)here.System).Serialization;
        Assert.Equal(serialization.FindSerializerFor("text").ToBinary("text"), serialization.FindSerializerFor(envelope).ToBinary(envelope));
    }

    /// <summary>An association begins while its node is dropped. Whoever wins, it is known afterwards, by the peer that others find.</summary>
    [Fact]
    public async Task An_association_that_begins_while_its_node_is_dropped_is_not_forgotten()
    {
        const int Times = 2_000;
        await using var here = Node.Start(Node.Network(), 1);
        var peers = here.Tracing.Peers;
        using var together = new Barrier(2);
        Peer? racing = null;
        var dropping = Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < Times; i++)
                {
                    together.SignalAndWait();
                    _ = racing!.TryDrop();
                    together.SignalAndWait();
                }
            },
            TaskCreationOptions.LongRunning);
        for (var i = 0; i < Times; i++)
        {
            var address = AddressOf(i);
            racing = peers.For(address);
            together.SignalAndWait();
            peers.Associated(address);
            together.SignalAndWait();

            var found = peers.For(address);
            Assert.False(found.IsDropped);
            Assert.False(found.TryDrop());
            peers.Disassociated(address);
        }

        await dropping;
    }

    /// <summary>Many threads, few addresses, and a table that is always being pruned.</summary>
    [Fact]
    public async Task Threads_that_add_find_and_drop_at_once_leave_what_is_associated()
    {
        await using var here = Node.Start(Node.Network(), 1);
        var peers = here.Tracing.Peers;
        var kept = Enumerable.Range(0, 50).Select(i => new Address("akka.test", "kept", "127.0.0.1", i)).ToList();
        await Task.WhenAll(Enumerable.Range(0, 8).Select(thread => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < 2_000; i++)
                {
                    var address = AddressOf(i % 500);
                    peers.Associated(address);
                    _ = peers.For(AddressOf((i * 7) % 2_000)).ShouldAttachContext();
                    peers.Disassociated(address);
                    peers.Associated(kept[i % kept.Count]);
                }
            },
            TaskCreationOptions.LongRunning)));
        Assert.All(kept, address => Assert.False(peers.For(address).TryDrop()));
        for (var i = 0; i < 20_000; i++)
        {
            _ = peers.For(AddressOf(10_000 + i));
        }

        Assert.InRange(peers.Count, kept.Count, 2 * Bound);
    }

    [Fact]
    public async Task The_answer_of_a_node_is_about_that_node()
    {
        await using var here = Node.Start(Node.Network(), 1);
        var peers = here.Tracing.Peers;
        var known = Enumerable.Range(0, 100).Select(AddressOf).Select(address =>
        {
            peers.Associated(address);
            return peers.For(address);
        }).ToList();

        var identity = here.Provider.ResolveActorRef($"{known[50].Address}/{Asking}");
        here.Provider.ResolveActorRef($"{here.Address}/{Asking}").Tell(new ActorIdentity($"{known[50].Association}", identity), identity);

        await Eventually.True(() => known[50].Reads);
        Assert.Equal([known[50]], known.Where(peer => peer.Reads));
    }

    /// <summary>
    /// Akka's own refusal has no sender, so only its number tells which node it is from. The others are not waited for, whatever happens to them.
    /// </summary>
    [Fact]
    public async Task A_refusal_without_a_sender_finds_its_node()
    {
        await using var here = Node.Start(Node.Network(), 1);
        var peers = here.Tracing.Peers;
        var nodes = Enumerable.Range(0, 100).Select(AddressOf).ToList();
        nodes.ForEach(peers.Associated);
        var (refusing, others) = (peers.For(nodes[50]), nodes.Where(node => node != nodes[50]).Select(peers.For).ToList());
        Assert.True(refusing.TryAnswer(refusing.Association, reads: true));
        using var release = new ManualResetEventSlim();
        using var held = new ManualResetEventSlim();
        var holding = Task.Factory.StartNew(
            () =>
            {
                others.ForEach(peer => Monitor.Enter(LockOf(peer)));
                held.Set();
                release.Wait();
                others.ForEach(peer => Monitor.Exit(LockOf(peer)));
            },
            TaskCreationOptions.LongRunning);
        held.Wait();
        try
        {
            here.Provider.ResolveActorRef($"{here.Address}/{Asking}")
                .Tell(new ActorIdentity($"{refusing.Association}", null), ActorRefs.NoSender);
            await Eventually.True(() => !refusing.Reads);
        }
        finally
        {
            release.Set();
            await holding;
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_lock")]
    private static extern ref object LockOf(Peer peer);

    private static Address AddressOf(int number) => new("akka.test", "other", "127.0.0.1", number);

    // What the table does, when the association has ended, many have come and nobody has used the node.
    private static void Drop(Node here, Peer peer)
    {
        here.Tracing.Peers.Disassociated(peer.Address);
        for (var i = 0; !peer.IsDropped && i < 10 * Bound; i++)
        {
            _ = here.Tracing.Peers.For(AddressOf(i));
        }

        Assert.True(peer.IsDropped);
    }
}
