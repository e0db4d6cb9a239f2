
namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Who sends what to whom, as code reads it, and as text for tools that draw it.</summary>
public class FlowMapSpec
{
    private static readonly AkkaFlowMap Shop = new(
        10,
        [
            new() { SenderType = "_none", MessageType = "PlaceOrder", ReceiverType = "Desk", Messages =
                1_000, PerSecond = 100, WaitSeconds = 0.001, WorkSeconds = 0.002 },
            new() { SenderType = "Desk", MessageType = "Check<\"A#1\">", ReceiverType = "Stock", Messages = 500, PerSecond = 50, Failures = 7 },
            new() { SenderType = "Desk", MessageType = "Reserve", ReceiverType = "Stock", Messages = 5, PerSecond = 0.5 },
            new() { SenderType = "_remote", MessageType = "Count", ReceiverType = "Stock", Messages =
                1, PerSecond = 0.1, SenderAddress = "akka.tcp://shop@10.0.0.2:4053" },
        ]);

    [Fact]
    public async Task A_recording_needs_no_other_listener_and_sees_only_its_own_time()
    {
        await using var system = Systems.Instrumented();
        var echo = system.ActorOf(Echo.Props);
        using (var first = system.Extension.Insight.Answers.RecordFlow())
        {
            await echo.Ask<string>("one", TimeSpan.FromSeconds(20));
            await Eventually.Equal(1, () => first.Read().Flows.Sum(flow => flow.Messages));
        }

        using var second = system.Extension.Insight.Answers.RecordFlow();
        Assert.Empty(second.Read().Flows);
        await echo.Ask<int>(2, TimeSpan.FromSeconds(20));
        await Eventually.Equal(1, () => second.Read().Flows.Count);
        var flow = Assert.Single(second.Read().Flows);
        Assert.Equal(("_ask", "Int32", "Echo", 1L), (flow.SenderType, flow.MessageType, flow.ReceiverType, flow.Messages));
        Assert.NotNull(flow.WaitSeconds);
        Assert.NotNull(flow.WorkSeconds);
    }

    [Fact]
    public void Mermaid_has_one_arrow_for_each_pair_of_types() =>
        Assert.Equal(
            """
            flowchart LR
              n0["outside"]
              n1["Desk"]
              n2["Stock"]
              n3["akka.tcp://shop@10.0.0.2:4053"]
              n0 -->|"PlaceOrder 100/s"| n1
              n1 -->|"Check#lt;#quot;A#35;1#quot;#gt; 50/s, Reserve 0.5/s, 7 failed"| n2
              n3 -.->|"Count 0.1/s"| n2
              linkStyle 1 stroke:#b3261e

            """.ReplaceLineEndings("\n"),
            Shop.ToMermaid());

    [Fact]
    public void Dot_has_the_same_arrows()
    {
        var dot = Shop.ToDot();
        Assert.Contains("n0 -> n1 [label=\"PlaceOrder 100/s\", penwidth=6.0];", dot, StringComparison.Ordinal);
        Assert.Contains("n1 -> n2 [label=\"Check<\\\"A#1\\\"> 50/s, Reserve 0.5/s, 7 failed\", penwidth=4.6, color=\"#b3261e\"];",
            dot, StringComparison.Ordinal);
        Assert.Contains("n3 -> n2 [label=\"Count 0.1/s\", penwidth=1.2, style=dashed];", dot, StringComparison.Ordinal);
    }

    [Fact]
    public void The_application_comes_first_and_can_be_alone_on_each_map_and_on_that_of_all_nodes()
    {
        AkkaFlow[] flows = [new() { SenderType = "Desk", MessageType = "Order", ReceiverType = "ShardRegion", Messages = 900,
            Category = "infrastructure" },
            new() { SenderType = "Desk", MessageType = "Order", ReceiverType = "Shop", Messages = 5 }];
        var sum = AkkaFlowMap.Sum(10, [new AkkaFlowMap(1, flows, omitted: 3), new AkkaFlowMap(1, flows)]);
        Assert.Equal([("Shop", 10L), ("ShardRegion", 1_800L)], sum.Flows.Select(flow => (flow.ReceiverType, flow.Messages)));
        Assert.Equal(("Shop", 3), (Assert.Single(AkkaFlowMap.Sum(1, [sum]).Flows).ReceiverType, sum.Omitted));

        var alone = sum.WithoutInfrastructure();
        Assert.Equal(("Shop", 0), (Assert.Single(alone.Flows).ReceiverType, alone.Omitted));
        Assert.Equal(3, new AkkaFlowMap(1, [flows[1]], omitted: 3).WithoutInfrastructure().Omitted);
    }

    [Fact]
    public void A_map_without_flows_is_a_chart_without_arrows() => Assert.Equal("flowchart LR\n", new AkkaFlowMap(1, []).ToMermaid());

    [Fact]
    public void The_history_has_what_was_sent_within_a_window()
    {
        const int Seconds = 4_000;
        var flows = new TypeFlows("shop");
        var flow = flows.Of("Desk", null, ActorTypes.One().Message(typeof(string)));
        var history = new FlowHistory(flows);
        var start = Stopwatch.GetTimestamp();

        // one message a second for more than the hour that is kept, and ten a second in the last minute
        for (var second = 1; second <= Seconds; second++)
        {
            for (var i = 0; i < (second > Seconds - 60 ? 10 : 1); i++)
            {
                flow.Add(1, 1, 0);
            }

            history.Sample(At(second));
        }

        Assert.InRange(PerSecond(60), 9, 10);
        Assert.InRange(PerSecond(300), 2.5, 3);
        Assert.InRange(PerSecond(3_600), 1.1, 1.2);
        Assert.InRange(history.Last(3_600, At(Seconds)).Seconds, 3_590, 3_670);

        double PerSecond(int window) => Assert.Single(history.Last(window, At(Seconds)).Flows).PerSecond;
        long At(int second) => start + (second * Stopwatch.Frequency);
    }

    [Fact]
    public void A_flow_that_begins_later_is_in_the_history_from_then_on()
    {
        var flows = new TypeFlows("shop");
        var message = ActorTypes.One().Message(typeof(string));
        var history = new FlowHistory(flows);
        var now = Stopwatch.GetTimestamp() + (100 * Stopwatch.Frequency);
        history.Sample(now);
        flows.Of("Desk", null, message).Add(1, 1, 0);
        history.Sample(now += 5 * Stopwatch.Frequency);
        flows.Of("Clerk", null, message).Add(1, 1, 3);

        Assert.Equal(["Clerk", "Desk"], history.Last(60, now).Flows.Select(flow => flow.SenderType));
        Assert.Equal(["Clerk"], history.Last(1, now += 3 * Stopwatch.Frequency).Flows.Select(flow => flow.SenderType));
        Assert.InRange(history.Last(3_600, now).Seconds, 107, 109);
    }

    [Fact]
    public void The_busiest_flows_of_the_last_minute_are_the_same_however_often_they_are_read()
    {
        var busy = new BusyTime(ActorTypes.One().Message(typeof(string)), new DispatcherMeter("shop", "few", TimingRate.All));
        var history = new FlowHistory(new TypeFlows("shop"), () => [busy]);
        var start = Stopwatch.GetTimestamp();
        for (var tick = 1; tick <= 200; tick++)
        {
            // all of one thread, and a look each 1.5 s
            var now = start + (tick * 3 * Stopwatch.Frequency / 2);
            busy.Add(3 * Stopwatch.Frequency / 2, bytes: 0, shift: 0);
            history.Sample(now);
            if (tick >= 50)
            {
                Assert.InRange(Assert.Single(history.Busy(60, now)).Threads, 0.9, 1.1);
            }
        }
    }
}
