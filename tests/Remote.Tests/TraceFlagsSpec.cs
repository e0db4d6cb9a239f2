using System.Buffers;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// W3C's trace flags have more bits than "recorded": 02 says that the trace id is random, and more will come. All of them travel. The highest one is
/// not part of an <see cref="Activity"/>, which uses it for itself.
/// </summary>
public sealed class TraceFlagsSpec
{
    private const string Tcp =
        """
        akka {
          actor.provider = "AkkaInstrumentation.InstrumentedRemoteActorRefProvider, AkkaInstrumentation.Remote"
          instrumentation.tracing { remote = always, send-spans = SENDS }
          remote { enabled-transports = ["akka.remote.dot-netty.tcp"], dot-netty.tcp { hostname = "127.0.0.1", port = 0 } }
        }
        """;

    [Theory]
    [InlineData(0x00, "off")]
    [InlineData(0x01, "off")]
    [InlineData(0x02, "off")]
    [InlineData(0x03, "off")]
    [InlineData(0x03, "on")]
    [InlineData(0x7D, "on")]
    [InlineData(0x7E, "off")]
    public async Task All_bits_arrive_at_another_node_over_a_socket_and_in_the_answer(byte flags, string sends)
    {
        using var listening = SpanRecorder.OfNothing();
        await using var here = Start(sends);
        await using var there = Start(sends);
        var seen = new BlockingCollection<(string What, Activity? In)>();
        there.ActorOf((context, message) => Answer(context, message, seen), "end");
        var asking = here.ActorOf((_, message) => seen.Add(($"{message}", Activity.Current)), "asking");
        var end = ((ExtendedActorSystem)here.System).Provider.ResolveActorRef(
            $"{((ExtendedActorSystem)there.System).Provider.DefaultAddress}/user/end");

        var trace = ActivityTraceId.CreateRandom();
        using var recorder = SpanRecorder.ForTrace(trace);
        await Run(trace, flags, () => end.Tell("question", asking));
        foreach (var what in (string[])["question", "answer"])
        {
            var (got, current) = await Take(seen);
            Assert.Equal((what, trace, flags), (got, current!.TraceId, (byte)current.ActivityTraceFlags));
        }
    }

    [Theory]
    [InlineData(0x02)]
    [InlineData(0x03)]
    [InlineData(0x7F)]
    public async Task All_bits_stay_from_actor_to_actor(byte flags)
    {
        await using var node = Node.Start(Node.Network(), 1);
        var seen = new BlockingCollection<(string What, Activity? In)>();
        var last = node.ActorOf((_, message) => seen.Add(($"{message}", Activity.Current)), "last");
        var first = node.ActorOf((_, message) => last.Tell(message), "first");
        var trace = ActivityTraceId.CreateRandom();
        using var recorder = SpanRecorder.ForTrace(trace);
        await Run(trace, flags, () => first.Tell("hop"));
        var (_, current) = await Take(seen);
        Assert.Equal((trace, flags), (current!.TraceId, (byte)current.ActivityTraceFlags));
        Assert.EndsWith($"-{flags:x2}", current.Id, StringComparison.Ordinal);
    }

    /// <summary>A node of the format before reads the same bytes as before, and does not look at the envelope's manifest.</summary>
    [Theory]
    [InlineData(0x02, 0x00)]
    [InlineData(0xFF, 0x01)]
    public async Task The_bytes_of_a_context_are_those_that_every_node_reads(byte flags, byte known)
    {
        var trace = ActivityTraceId.CreateRandom();
        var span = ActivitySpanId.CreateRandom();
        Assert.Equal(Bytes(known), Bytes(flags));

        await using var node = Node.Start(Node.Network(), 1, "akka.instrumentation.tracing.remote = always");
        var peer = node.Tracing.Peers.For(new Address("akka.test", "nobody", "127.0.0.1", 99));
        Assert.Equal("", ManifestOf(known));
        Assert.Equal($"{flags & 0xFE:x2}", ManifestOf(flags));

        string ManifestOf(byte flags)
        {
            var envelope = new RemoteEnvelope("text", OriginOf(trace, span, flags), peer);
            var serializer = node.Serialization().FindSerializerFor(envelope);
            Assert.Equal(Bytes(known), serializer.ToBinary(envelope)[3..28]);
            return Akka.Serialization.Serialization.ManifestFor(serializer, envelope);
        }

        byte[] Bytes(byte flags)
        {
            var to = new ArrayBufferWriter<byte>();
            ContextFormat.Write(WireContext.From(OriginOf(trace, span, flags)), to, reason => throw new InvalidOperationException(reason));
            return to.WrittenSpan.ToArray();
        }
    }

    [Theory]
    [InlineData("", 0x01)]
    [InlineData("02", 0x03)]
    [InlineData("fe", 0xFF)]
    [InlineData("ff", 0xFF)]
    [InlineData("02 what a later version adds", 0x03)]
    [InlineData("2", 0x01)]
    [InlineData("zz", 0x01)]
    [InlineData("é€", 0x01)]
    public async Task A_damaged_manifest_costs_its_bits_only(string manifest, byte expected)
    {
        await using var node = Node.Start(Node.Network(), 1);
        var context = new ArrayBufferWriter<byte>();
        var (trace, span) = (ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom());
        ContextFormat.Write(WireContext.From(OriginOf(trace, span, 1)), context, reason => throw new InvalidOperationException(reason));
        var bytes = EnvelopeFormat.Write(context.WrittenSpan, 17, "S", "text"u8);

        var read = new TaskCompletionSource<(object, ActivityContext)>(TaskCreationOptions.RunContinuationsAsynchronously);
        node.ActorOf(
            (_, _) =>
            {
                var message = node.Serialization().Deserialize(bytes, 1943, manifest);
                read.SetResult((message, SenderOrigin.Find(message)?.Context ?? default));
            },
            "reader").Tell("read");
        var (got, origin) = await Eventually.Within(read.Task);
        Assert.Equal(("text", trace, span, expected), (got, origin.TraceId, origin.SpanId, (byte)origin.TraceFlags));
    }

    private static MessageOrigin OriginOf(ActivityTraceId trace, ActivitySpanId span, byte flags)
    {
        var context = new ActivityContext(trace, span, (ActivityTraceFlags)flags);
        return (flags & 1) != 0 ? SenderContext.Of(context) : NonRecordingContext.Of(context);
    }

    private static TestSystem Start(string sends) => new(ActorSystem.Create(
        "flags", AkkaInstrumentationConfig.Defaults.WithFallback(
            ConfigurationFactory.ParseString(Tcp.Replace("SENDS", sends, StringComparison.Ordinal))).WithFallback(Systems.Quiet)));

    private static void Answer(IActorContext context, object message, BlockingCollection<(string What, Activity? In)> seen)
    {
        seen.Add(($"{message}", Activity.Current));
        context.Sender.Tell("answer");
    }

    // What came from another process, as ASP.NET makes it from a header.
    private static Task Run(ActivityTraceId trace, byte flags, Action tell) => Task.Run(() =>
    {
        using var request = new Activity("request").SetParentId(trace, ActivitySpanId.CreateRandom(), (ActivityTraceFlags)flags).Start();
        request.ActivityTraceFlags = (ActivityTraceFlags)flags;
        tell();
    });

    private static Task<(string What, Activity? In)> Take(BlockingCollection<(string What, Activity? In)> from) =>
        Task.Run(() => from.TryTake(out var taken, TimeSpan.FromSeconds(30)) ? taken : throw new TimeoutException());
}
