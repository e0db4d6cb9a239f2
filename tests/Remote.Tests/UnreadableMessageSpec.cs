using Akka.Serialization;

namespace AkkaInstrumentation.Tests;

/// <summary>A message that a node cannot read is lost, and only its log tells. It is counted there, is a trouble and has a cause.</summary>
public sealed class UnreadableMessageSpec
{
    private const string Failures = "akka.remote.serialization.failures";
    private const string Warnings = "akka.loglevel = WARNING\nakka.stdout-loglevel = OFF\nakka.loggers = []";

    public sealed record AddItem(string Item);

    /// <summary>Writes a message that the other node cannot read, with a manifest like that of a newer version.</summary>
    public sealed class Newer(ExtendedActorSystem system) : SerializerWithStringManifest(system)
    {
        public override int Identifier => 990_001;

        public override string Manifest(object o) => "Shop.Items+AddItemV2, Shop";

        public override byte[] ToBinary(object obj) => [1, 2, 3];

        public override object FromBinary(byte[] bytes, string manifest) =>
            throw new System.Runtime.Serialization.SerializationException("not known");
    }

    public sealed class Unwritable(ExtendedActorSystem system) : Serializer(system)
    {
        public override int Identifier => 990_002;

        public override bool IncludeManifest => false;

        public override byte[] ToBinary(object obj) => throw new System.Runtime.Serialization.SerializationException("cannot write");

        public override object FromBinary(byte[] bytes, Type type) => throw new NotSupportedException();
    }

    /// <summary>In an envelope, because it has a trace, and without one.</summary>
    [Theory]
    [InlineData(true, Warnings)]
    [InlineData(true, "akka.loglevel = OFF")]
    [InlineData(false, Warnings)]
    public async Task It_is_counted_once_where_it_arrives_with_node_type_and_exception(bool inEnvelope, string log)
    {
        const int Messages = 15;
        await using var both = Node.Two(out var here, out var there, $"{Bound<Newer>()}\n{log}", $"{Bound<Newer>()}\n{log}");
        there.ActorOf((_, _) => { }, "end");

        // nothing is measured, which would take an envelope
        using var metrics = new MetricRecorder(there.Test.Name, name => name == Failures);
        await here.Meet(there);
        Activity? root = null;
        using var spans = inEnvelope ? SpanRecorder.WithRoot(out root) : null;
        for (var i = 0; i < Messages; i++)
        {
            here.At(there, "end").Tell(new AddItem("book"), ActorRefs.NoSender);
        }

        root?.Dispose();

        await Eventually.Equal(Messages, () => metrics.Sum(Failures));
        var failure = Assert.Single(metrics.Poll(), measured => measured.Name == Failures);
        Assert.Equal(
            ("receive", here.Address, "Items.AddItemV2", "System.Runtime.Serialization.SerializationException"),
            (failure.Tag(AkkaMetricAttributes.NetworkIoDirection), failure.Tag(AkkaMetricAttributes.RemoteAddress),
                failure.Tag(AkkaSpanAttributes.MessageType), $"{failure.Tag(AkkaSpanAttributes.ErrorType)}"));
        var trouble = Assert.Single(Health(there).Troubles, trouble => trouble.Kind == "unreadable");
        Assert.Equal((here.Address, "15 Items.AddItemV2 lost in 60 s: it cannot be read here"), (trouble.Path, trouble.What));
        var cause = Assert.Single(AkkaDiagnosis.Read(there.System).Causes, cause => cause.Kind == "unreadable_message");
        Assert.Equal($"Items.AddItemV2 from {here.Address} cannot be read here: "
            + "System.Runtime.Serialization.SerializationException: not known.", cause.Description);
    }

    [Fact]
    public async Task A_message_that_cannot_be_written_is_counted_where_it_is_sent()
    {
        await using var both = Node.Two(out var here, out var there, $"{Bound<Unwritable>()}\n{Warnings}");
        using var metrics = new MetricRecorder(here.Test);
        await here.Meet(there);
        here.At(there, "end").Tell(new AddItem("book"), ActorRefs.NoSender);
        here.System.ActorSelection($"{there.Address}/user/end").Tell(new AddItem("pen"), ActorRefs.NoSender);

        await Eventually.Equal(2, () => metrics.Sum(Failures, (AkkaMetricAttributes.NetworkIoDirection, "transmit")));
        var cause = Assert.Single(AkkaDiagnosis.Read(here.System).Causes, cause => cause.Kind == "unreadable_message");
        Assert.Equal($"UnreadableMessageSpec.AddItem to {there.Address} cannot be written here: "
            + "System.Runtime.Serialization.SerializationException: cannot write.", cause.Description);
    }

    /// <summary>What is wrong with a name comes from the other node.</summary>
    [Fact]
    public async Task Names_from_another_node_are_bounded_and_have_no_line_breaks()
    {
        await using var node = Node.Start(Node.Network(), 1, "akka.loglevel = OFF");
        using var metrics = new MetricRecorder(node.Test);
        var failures = new SerializationFailures(() => node.Instrumentation);
        for (var i = 0; i < 3_000; i++)
        {
            failures.Unreadable(i, $"{new string('x', 10_000)}.Evil{i}\n[ERROR] forged\u001b", new InvalidOperationException());
        }

        var found = metrics.Poll().Where(measured => measured.Name == Failures).ToList();
        Assert.InRange(found.Count, 1, 1_001);
        Assert.Equal(3_000, found.Sum(measured => measured.Value));
        Assert.All(found, measured =>
        {
            var name = $"{measured.Tag(AkkaSpanAttributes.MessageType)}";
            Assert.InRange(name.Length, 1, 100);
            Assert.DoesNotContain(name, part => char.IsControl(part));
        });
    }

    private static string Bound<T>() =>
        $$"""
        akka.actor {
          serializers.test = "{{typeof(T).FullName}}, Remote.Tests"
          serialization-bindings { "{{typeof(AddItem).FullName}}, Remote.Tests" = test }
        }
        """;

    private static SystemHealth Health(Node node) =>
        SystemHealth.From(SystemFindings.Read(node.Instrumentation, new(), Stopwatch.GetTimestamp()), new());
}
