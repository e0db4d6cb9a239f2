namespace AkkaInstrumentation.Tests;

/// <summary>Contexts go only to nodes that can read them, and no message is lost on the way to one that cannot.</summary>
public sealed class NegotiationSpec
{
    // A measured message is in an envelope without a context, and tests that listen to metrics run beside this one.
    [Fact]
    public async Task A_message_to_a_node_that_has_not_answered_is_in_no_envelope()
    {
        await using var here = Node.Start(Node.Network(), 1, "akka.instrumentation.metrics.enabled = off");
        var peer = here.Tracing.Peers.For(new Address("akka.test", "nobody", "127.0.0.1", 99));
        using var recorder = SpanRecorder.WithRoot(out var root);
        Assert.Equal("text", here.Tracing.Around("text", new RootActorPath(peer.Address), sender: null));
        Assert.True(peer.TryAssociate());
        Assert.Equal("text", here.Tracing.Around("text", new RootActorPath(peer.Address), sender: null));
        root.Dispose();
    }

    /// <summary>
    /// Akka asks a serializer for bytes, identifier and manifest, in this order (<see cref="Node.Meet"/> shows it with the Akka in use). In any other
    /// order the question to the other node is lost, whatever this thread has written before. So no node ever answers, and no message is put into an
    /// envelope.
    /// </summary>
    [Theory]
    [InlineData("bytes identifier manifest", true)]
    [InlineData("bytes manifest identifier", false)]
    [InlineData("identifier bytes manifest", false)]
    [InlineData("identifier manifest bytes", false)]
    [InlineData("manifest bytes identifier", false)]
    [InlineData("manifest identifier bytes", false)]
    public async Task Only_an_Akka_that_asks_the_serializer_in_the_right_order_gets_a_question_across(string order, bool arrives)
    {
        await using var here = Node.Start(Node.Network(), 1);
        await using var plain = Node.StartPlain(Node.Network(), 2);
        var receivers = new[] { here, plain }.Select(node => ((ExtendedActorSystem)node.System).Serialization).ToList();
        for (var i = 0; i < 5; i++)
        {
            var question = new RemoteEnvelope(new Identify($"{i}"));
            var serializer = (Akka.Serialization.SerializerWithStringManifest)receivers[0].FindSerializerFor(question);
            var (bytes, identifier, manifest) = (Array.Empty<byte>(), 0, "");
            foreach (var part in order.Split(' '))
            {
                _ = part switch
                {
                    "bytes" => (object)(bytes = serializer.ToBinary(question)),
                    "identifier" => identifier = serializer.Identifier,
                    _ => manifest = serializer.Manifest(question),
                };
            }

            Assert.All(receivers, receiver => Assert.Equal(arrives, IsRead(receiver, bytes, identifier, manifest)));
        }
    }

    [Fact]
    public async Task A_message_that_waited_for_its_writer_is_written_as_the_node_can_read_it()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1);
        var system = (ExtendedActorSystem)here.System;
        var peer = Associated(here);
        using var recorder = SpanRecorder.WithRoot(out var root);
        var envelope = Assert.IsAssignableFrom<RemoteEnvelope>(here.Tracing.Around("text", new RootActorPath(peer.Address), sender: null));
        root.Dispose();

        var serializer = system.Serialization.FindSerializerFor(envelope);
        var enveloped = Array.Empty<byte>();

        // On a slow machine Akka's refusal for nobody, which was asked, comes only now.
        await Eventually.Passes(() =>
        {
            Assert.True(peer.TryAnswer(peer.Association, reads: true));
            enveloped = serializer.ToBinary(envelope);
            Assert.Equal((1943, ""), (serializer.Identifier, Akka.Serialization.Serialization.ManifestFor(serializer, envelope)));
        });

        // The next association may be with another process.
        Assert.True(peer.TryAssociate());
        var inner = system.Serialization.FindSerializerFor("text");
        Assert.Equal(inner.ToBinary("text"), serializer.ToBinary(envelope));
        Assert.Equal(inner.Identifier, serializer.Identifier);
        Assert.Equal(Akka.Serialization.Serialization.ManifestFor(inner, "text")
            ?? "", Akka.Serialization.Serialization.ManifestFor(serializer, envelope));
        Assert.True(enveloped.Length > inner.ToBinary("text").Length);
    }

    [Fact]
    public async Task An_answer_of_an_earlier_association_is_ignored()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1);
        var peer = Associated(here);
        var earlier = peer.Association;
        Assert.True(peer.TryAssociate());
        Assert.False(peer.TryAnswer(earlier, reads: true));
        Assert.False(peer.Reads);
        Assert.True(peer.TryAnswer(peer.Association, reads: true));
        Assert.True(peer.Reads);
    }

    [Fact]
    public async Task Off_sends_no_context_and_still_reads()
    {
        await using var nodes = Node.Two(out var silent, out var there, "akka.instrumentation.tracing.remote = off", "");
        silent.ActorOf((_, _) => { }, "end");
        there.ActorOf((_, _) => { }, "end");
        await there.Meet(silent);
        var toSilent = there.At(silent, "end");
        var fromSilent = silent.At(there, "end");

        using (var recorder = SpanRecorder.WithRoot(out var root))
        {
            toSilent.Tell("one");
            root.Dispose();
            Assert.Equal(2, (await recorder.WaitForStopped(2)).Count);
        }

        using var other = SpanRecorder.WithRoot(out var second);
        fromSilent.Tell("two");
        second.Dispose();
        await Eventually.True(() => there.Tracing.Counts!.Associations.Sum(count => count.Value) > 0);
        Assert.Equal(0, silent.Tracing.Counts!.Written.Envelopes.Value);
        Assert.Single(other.Stopped);
    }

    [Fact]
    public async Task Always_sends_the_first_message_with_its_context()
    {
        await using var nodes = Node.Two(out var here, out var there, "akka.instrumentation.tracing.remote = always", "");
        there.ActorOf((_, _) => { }, "end");
        using var recorder = SpanRecorder.WithRoot(out var root);
        here.At(there, "end").Tell("first");
        root.Dispose();
        Assert.Equal(root.SpanId, Assert.Single(await recorder.WaitForStopped(2), span => span != root).ParentSpanId);
    }

    [Fact]
    public async Task A_question_makes_no_association()
    {
        await using var nodes = Node.Two(out var here, out var there);
        Assert.False(here.PeerOf(there).Reads);
        Assert.False(here.PeerOf(there).ShouldAttachContext());
        here.PeerOf(there).AskIfWanted();
        Assert.Equal(0, here.Tracing.Counts!.Associations.Sum(count => count.Value));
        there.ActorOf((_, _) => { }, "end");
        _ = await there.System.ActorSelection($"{here.Address}/user/nobody").Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));

        // Now there is one, and the question takes it.
        await Eventually.True(() => here.PeerOf(there).Reads);
    }

    private static bool IsRead(Akka.Serialization.Serialization receiver, byte[] bytes, int identifier, string manifest)
    {
        try
        {
            return receiver.Deserialize(bytes, identifier, manifest) is Identify;
        }
        catch (Exception)
        {
            return false;
        }
    }

    // A node that reads contexts. It is none that could answer meanwhile.
    private static Peer Associated(Node here)
    {
        var peer = here.Tracing.Peers.For(new Address("akka.test", "nobody", "127.0.0.1", 99));
        Assert.True(peer.TryAssociate());
        Assert.True(peer.TryAnswer(peer.Association, reads: true));
        Assert.True(peer.Reads);
        return peer;
    }
}
