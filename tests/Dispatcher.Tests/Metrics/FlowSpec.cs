namespace AkkaInstrumentation.Tests.Metrics;

/// <summary><c>akka.actor.flow.messages</c>: who sends what to whom.</summary>
public class FlowSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(20);

    [Fact]
    public async Task A_message_is_counted_by_the_types_of_its_sender_and_its_receiver()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var clerk = system.ActorOf(Props.Create(() => new Clerk()));
        var desk = system.ActorOf(Props.Create(() => new Desk(clerk)));

        desk.TellEach(10, i => new Order(i));

        Assert.Equal("done", await desk.Ask<string>(new Report(), Long));
        await Flows(
            metrics,
            "_ask -Report-> Desk: 1", "_none -Order-> Desk: 10", "Clerk -Accepted-> Desk: 10",
                "Clerk -String-> Desk: 1", "Desk -Order-> Clerk: 10", "Desk -Report-> Clerk: 1");
    }

    [Fact]
    public async Task A_sender_has_the_name_that_a_rule_gives_it()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.rules.named { actor = \"FlowSpec.Desk\", actor-name = Reception }");
        using var metrics = new MetricRecorder(system);
        var clerk = system.ActorOf(Props.Create(() => new Clerk()));
        system.ActorOf(Props.Create(() => new Desk(clerk))).Tell(new Order(1), ActorRefs.NoSender);

        await Flows(metrics, "_none -Order-> Reception: 1", "Clerk -Accepted-> Reception: 1", "Reception -Order-> Clerk: 1");
    }

    [Fact]
    public async Task Failures_are_exact_even_where_messages_are_an_estimate()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.metrics.distributions-rate = 10").Measured(out var metrics);
        var clerk = system.ActorOf(Props.Create(() => new Clerk()));

        clerk.TellEach(2_000, i => i % 100 == 0 ? new Order(-1) : new Order(i));

        await Eventually.Equal(20, () => metrics.Sum(AkkaMetricNames.ActorFlowFailures, (AkkaMetricAttributes.SenderType, "_none")));
    }

    [Fact]
    public void A_sum_of_timed_messages_is_right_on_average()
    {
        var random = new Random(5);
        var flow = new TypeFlows("shop").Of("Desk", null, ActorTypes.One().Message(typeof(Order)));

        // 100,000 messages of 1 to 9 ticks, one in 64 of them timed.
        for (var i = 0; i < 100_000; i++)
        {
            if (random.Next(64) == 0)
            {
                flow.Add(waited: i % 2 == 0 ? -1 : 2, worked: 1 + (i % 9), shift: 6);
            }
        }

        var sums = flow.Sums;
        Assert.InRange(sums.Messages, 90_000, 110_000);
        Assert.InRange((double)sums.WorkTicks / sums.Messages, 4.7, 5.3);
        Assert.Equal(2, sums.WaitTicks / sums.Waits);
    }

    [Fact]
    public void Flows_beyond_the_cap_share_one()
    {
        var flows = new TypeFlows("shop");
        var message = ActorTypes.One().Message(typeof(Order));
        for (var i = 0; i < 2 * TypeFlows.MaxFlows; i++)
        {
            flows.Of($"Desk{i}", null, message).Add(1, 1, 0);
        }

        Assert.Equal(TypeFlows.MaxFlows + 1, flows.All.Count());
        var other = Assert.Single(flows.All, flow => flow.Sender == "_other");
        Assert.Equal(("_other", "_other", TypeFlows.MaxFlows), (other.Receiver, other.Message, other.Sums.Messages));
    }

    [Fact]
    public void Senders_on_other_nodes_are_told_apart_by_their_node()
    {
        var flows = new TypeFlows("shop");
        var message = ActorTypes.One().Message(typeof(Order));
        for (var i = 0; i < 200; i++)
        {
            flows.Of("_remote", $"akka.tcp://shop@10.0.0.{i}:4053", message).Add(1, 1, 0);
        }

        Assert.Equal(101, flows.All.Count());
        Assert.Contains(flows.All, flow => flow.Tags.Contains(new(AkkaMetricAttributes.RemoteAddress, "akka.tcp://shop@10.0.0.1:4053")));
        Assert.Equal(100, Assert.Single(flows.All, flow => flow.Address == "_other").Sums.Messages);
    }

    [Fact]
    public async Task Off_nothing_is_counted()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.metrics.flow = off").Measured(out var metrics);
        var clerk = system.ActorOf(Props.Create(() => new Clerk()));
        clerk.Tell(new Order(-1), ActorRefs.NoSender);
        Assert.Equal("done", await clerk.Ask<string>(new Report(), Long));

        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorFailures));
        Assert.Null(metrics.Sum(AkkaMetricNames.ActorFlowMessages));
        Assert.Null(metrics.Sum(AkkaMetricNames.ActorFlowFailures));
        Assert.Empty(AkkaInstrumentationExtension.For(system.System).Insight.Flows.All);
    }

    /// <summary>Waits until these are all flows, with types by their last names.</summary>
    internal static Task Flows(MetricRecorder metrics, params string[] expected) => Eventually.Equal(
        string.Join('\n', expected.Order(StringComparer.Ordinal)),
        () =>
        {
            _ = metrics.Recorded;
            return string.Join('\n', metrics.Poll()
                .Where(measured => measured.Name == AkkaMetricNames.ActorFlowMessages)
                .Select(flow => string.Join(
                    ' ',
                    Short(flow.Tag(AkkaMetricAttributes.SenderType)),
                    $"-{Short(flow.Tag(AkkaSpanAttributes.MessageType))}->",
                    $"{Short(flow.Tag(AkkaSpanAttributes.ActorType))}: {flow.Value}"))
                .Order(StringComparer.Ordinal));
        });

    private static string Short(object? name) => ((string)name!).Split('.')[^1];

    private sealed record Order(int Number);

    private sealed record Accepted;

    private sealed record Report;

    private sealed class Clerk : ReceiveActor
    {
        public Clerk()
        {
            Receive<Order>(order =>
            {
                Fail.If(order.Number < 0);

                Sender.Tell(new Accepted());
            });
            Receive<Report>(_ => Sender.Tell("done"));
        }
    }

    private sealed class Desk : ReceiveActor
    {
        private IActorRef? _asker;

        public Desk(IActorRef clerk)
        {
            Receive<Order>(order => clerk.Tell(order));
            Receive<Accepted>(_ => { });
            Receive<Report>(report =>
            {
                _asker = Sender;
                clerk.Tell(report);
            });
            Receive<string>(done => _asker.Tell(done));
        }
    }
}
