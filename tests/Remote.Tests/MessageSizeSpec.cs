namespace AkkaInstrumentation.Tests;

/// <summary>Bytes over the wire, what serializers take, messages near the largest frame, and messages that could not be sent.</summary>
[Collection(Alone.Name)]
public sealed class MessageSizeSpec
{
    private const string All = "akka.instrumentation.metrics.distributions = all";
    private const string Bytes = "Byte[]";

    /// <summary>In no trace, so that nothing but the measurement takes an envelope.</summary>
    [Fact]
    public async Task Both_nodes_measure_the_same_messages_over_a_socket_and_the_actor_gets_the_message_itself()
    {
        await using var here = Node.StartTcp(All);
        await using var there = Node.StartTcp(All);
        var got = new ConcurrentQueue<object>();
        there.ActorOf((_, message) => got.Enqueue(message), "end");
        using var metrics = new MetricRecorder((string?)null);
        var end = Provider(here).ResolveActorRef($"{Provider(there).DefaultAddress}/user/end");
        var sent = 0;
        await Eventually.True(() =>
        {
            end.Tell(new byte[1_000]);
            sent++;
            return Received().Count > 10;
        });
        await Eventually.True(() => got.Count == sent);
        Assert.All(got, message => Assert.Equal(1_000, Assert.IsType<byte[]>(message).Length));
        Assert.Equal(sent, Sizes(metrics, here, "transmit").Count);
        Assert.All(Sizes(metrics, here, "transmit").Concat(Received()), size => Assert.Equal(1_000, size));
        Assert.InRange(Received().Count, 1, sent);
        Assert.All(
            Of(metrics, AkkaMetricNames.RemoteMessageSize, here, "transmit"),
            measured => Assert.Equal(
                [AkkaSpanAttributes.ActorSystemName, AkkaSpanAttributes.MessageType, AkkaMetricAttributes.NetworkIoDirection],
                measured.Tags.Select(tag => tag.Key)));
        var took = Of(metrics, AkkaMetricNames.RemoteSerializationDuration, there, "receive");
        Assert.Equal(Received().Count, took.Count);
        Assert.All(took, measured => Assert.InRange(measured.Value, 0, 10));

        // An envelope without a context adds none.
        Assert.Null(metrics.Sum(AkkaMetricNames.RemoteContextIo, System(here), (AkkaMetricAttributes.NetworkIoDirection, "transmit")));
        Assert.Null(metrics.Sum(AkkaMetricNames.RemoteContextIo, System(there), (AkkaMetricAttributes.NetworkIoDirection, "receive")));

        IReadOnlyList<double> Received() => Sizes(metrics, there, "receive");
    }

    [Fact]
    public async Task A_node_without_this_library_gets_what_it_gets_without_a_listener()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1, All);
        await using var there = Node.StartPlain(network, 2);
        var got = new ConcurrentQueue<object>();
        there.ActorOf((_, message) => got.Enqueue(message), "end");
        using var metrics = new MetricRecorder(here.Test);
        here.At(there, "end").Tell("text");
        await Eventually.Equal(1, () => got.Count);
        Assert.Equal(["text"], got);
        Assert.Equal([4], metrics.Values(AkkaMetricNames.RemoteMessageSize, (AkkaSpanAttributes.MessageType, "String")));
    }

    [Fact]
    public async Task Metrics_that_are_off_measure_nothing()
    {
        await using var nodes = Node.Two(out var here, out var there, "akka.instrumentation.metrics.enabled = off");
        using var metrics = new MetricRecorder(here.Test);
        Assert.Equal("text", here.Tracing.Around("text", new RootActorPath(here.PeerOf(there).Address), sender: null));
    }

    [Fact]
    public async Task A_sample_stands_for_all_messages_of_its_type_and_a_rare_type_is_measured_each_time()
    {
        await using var nodes = Node.Two(out var here, out _);
        using var metrics = new MetricRecorder(here.Test);
        var sizes = here.Tracing.Counts!.Sizes;
        var (measured, estimate) = (0, 0L);
        for (var i = 0; i < 400_000; i++)
        {
            if (sizes.Draw("frequent") is { IsNone: false } weight)
            {
                measured++;
                estimate += 1L << weight.Shift;
            }
        }

        Assert.InRange(measured, 100, 40_000);
        Assert.InRange(estimate, 200_000, 800_000);
        Assert.All(Enumerable.Range(0, 50), _ => Assert.Equal(0, sizes.Draw(new byte[1]).Shift));
    }

    /// <summary>Of the type, nearly nothing is measured any more.</summary>
    [Fact]
    public async Task A_message_that_is_not_measured_allocates_nothing()
    {
        await using var nodes = Node.Two(out var here, out var there);
        using var metrics = new MetricRecorder(
            here.Test.Name, name => name is AkkaMetricNames.RemoteMessageSize or AkkaMetricNames.RemoteMessageSent);
        var path = new RootActorPath(here.PeerOf(there).Address);
        var few = 0;
        while (few++ < 2_000_000 && here.Tracing.Counts!.Sizes.For("text").Rate.Threshold > SamplingRandom.Always >> 10)
        {
            here.Tracing.Around("text", path, sender: null);
        }

        Assert.Equal(0, AllocationMeter.OnThread(() => here.Tracing.Around("text", path, sender: null), expected: 0, operations: 100));
    }

    [Fact]
    public async Task More_types_than_the_cap_share_one_name()
    {
        await using var nodes = Node.Two(out var here, out _, $"{All}\nakka.instrumentation.metrics.max-message-types = 2");
        using var metrics = new MetricRecorder(here.Test);
        var sizes = here.Tracing.Counts!.Sizes;
        object[] messages = ["text", new byte[1], 1, 1L, 'c', new Version(), new Uri("http://a")];
        Assert.All(messages, message => Assert.True(sizes.Draw(message).IsMeasured));
        Assert.Equal(["Byte[]", "String", "_other"], sizes.Types.Select(type => type.Name).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_message_above_half_of_the_largest_frame_counts_and_its_type_is_logged_once()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1, $"{All}\n{KeptLog.Hocon}");
        await using var there = Node.Start(network, 2);
        var got = 0;
        there.ActorOf((_, _) => Interlocked.Increment(ref got), "end");
        using var metrics = new MetricRecorder(here.Test);
        var end = here.At(there, "end");
        end.Tell(new byte[64_000]);
        await Eventually.Equal(1, () => Volatile.Read(ref got));
        Assert.Null(metrics.Sum(AkkaMetricNames.RemoteLargeMessages));
        end.Tell(new byte[64_001]);
        end.Tell(new byte[100_000]);
        await Eventually.Equal(3, () => Volatile.Read(ref got));
        Assert.Equal(2, metrics.Sum(AkkaMetricNames.RemoteLargeMessages, (AkkaSpanAttributes.MessageType, Bytes)));
        await Eventually.True(() => Warnings().Any());
        end.Tell(new byte[70_000]);
        await Eventually.Equal(3, () => metrics.Sum(AkkaMetricNames.RemoteLargeMessages));
        await KeptLog.Whole(here.System);
        Assert.Contains("64001 bytes", Assert.Single(Warnings()), StringComparison.Ordinal);

        IEnumerable<string> Warnings() => KeptLog.Of(here.System).Where(line => line.Contains(Bytes, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Messages_that_cannot_be_sent_count_by_node_and_subscribers_see_the_messages()
    {
        await using var nodes = Node.Two(out var here, out var there, All);
        using var metrics = new MetricRecorder(here.Test);
        var lost = new ConcurrentQueue<object>();
        var letters = here.ActorOf((_, message) => lost.Enqueue(((DeadLetter)message).Message), "letters");
        await here.Meet(there);
        here.System.EventStream.Subscribe(letters, typeof(DeadLetter));
        var address = there.Address;
        var end = here.At(there, "end");
        ((RemoteActorRefProvider)here.Provider).Quarantine(here.PeerOf(there).Address, AddressUidExtension.Uid(there.System));
        var sent = 0;
        await Eventually.True(() =>
        {
            end.Tell($"lost {++sent}");
            return lost.Count >= 5;
        });
        await Eventually.Passes(() => Assert.Equal(
            lost.Count(message => message is string),
            metrics.Sum(AkkaMetricNames.RemoteMessageDropped, (AkkaMetricAttributes.RemoteAddress, address))));
        Assert.DoesNotContain(lost, message => message is RemoteEnvelope);
    }

    /// <summary>A node that lies about how many messages one stands for.</summary>
    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(4, 8)]
    [InlineData(25, 64)]
    [InlineData(26, 0)]
    [InlineData(255, 0)]
    public async Task A_forged_weight_is_refused_or_capped(byte measured, int records)
    {
        await using var node = Node.Start(Node.Network(), 1, "akka.instrumentation.tracing.sampling.ratio = 1");
        using var metrics = new MetricRecorder(node.Test);
        var bytes = EnvelopeFormat.Write([0], 17, "S", "text"u8);
        bytes[1] = measured;
        Assert.Equal("text", node.Serialization().Deserialize(bytes, 1943, ""));
        Assert.Equal(records, metrics.Values(AkkaMetricNames.RemoteMessageSize).Count);
        Assert.All(metrics.Values(AkkaMetricNames.RemoteMessageSize), size => Assert.Equal(4, size));
    }

    [Fact]
    public async Task A_listener_that_throws_loses_no_message_and_no_count()
    {
        await using var nodes = Node.Two(out var here, out var there, All);
        var got = new ConcurrentQueue<object>();
        there.ActorOf((_, message) => got.Enqueue(message), "end");
        await here.Meet(there);
        using var throws = new MetricRecorder(here.Test) { OnRecorded = _ => throw new InvalidOperationException("a listener") };
        here.At(there, "end").Tell(new byte[70_000]);
        await Eventually.Equal(1, () => got.Count);
        Assert.Equal(1, throws.Sum(AkkaMetricNames.RemoteLargeMessages));
        Assert.Equal(70_000, here.Tracing.Counts!.Sizes.For(new byte[1]).Sent.Bytes);
    }

    [Fact]
    public async Task A_serializer_that_throws_throws_as_without_this_library_and_nothing_is_measured()
    {
        await using var nodes = Node.Two(out var here, out var there, All);
        using var metrics = new MetricRecorder(here.Test);
        await here.Meet(there);
        var before = metrics.Values(AkkaMetricNames.RemoteMessageSize).Count;
        var envelope = new MeasuredEnvelope(new Unwritable(), origin: null, here.PeerOf(there), shift: 0);
        var serializer = Assert.IsType<RemoteEnvelopeSerializer>(here.Serialization().FindSerializerFor(envelope));
        Assert.Contains("unwritable", Assert.ThrowsAny<Exception>(() => serializer.ToBinary(envelope)).ToString(), StringComparison.Ordinal);
        Assert.Equal(before, metrics.Values(AkkaMetricNames.RemoteMessageSize).Count);
    }

    private static IReadOnlyList<double> Sizes(MetricRecorder metrics, TestSystem system, string direction) =>
        [.. Of(metrics, AkkaMetricNames.RemoteMessageSize, system, direction).Select(measured => measured.Value)];

    private static IReadOnlyList<Measured> Of(MetricRecorder metrics, string name, TestSystem system, string direction) =>
        metrics.Of(name, System(system), (AkkaSpanAttributes.MessageType, Bytes), (AkkaMetricAttributes.NetworkIoDirection, direction));

    private static (string Key, object? Value) System(TestSystem system) => (AkkaSpanAttributes.ActorSystemName, system.Name);

    private static IActorRefProvider Provider(TestSystem system) => ((ExtendedActorSystem)system.System).Provider;

    private sealed class Unwritable
    {
        private readonly string _text = "unwritable";

        public string Text => throw new InvalidOperationException(_text);
    }
}
