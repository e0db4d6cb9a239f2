namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>The exact values of the instruments.</summary>
public class MetricsSpec
{
    [Fact]
    public async Task Every_message_is_counted_and_timed_once_by_actor_type_and_message_type()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf(Echo.Props);

        actor.TellNumbers(100);

        await actor.Ask<string>("end", TimeSpan.FromSeconds(20));

        var ints = new (string, object?)[] { (AkkaSpanAttributes.ActorType, "Echo"), (AkkaSpanAttributes.MessageType, "Int32") };
        Assert.Equal(100, metrics.Sum(AkkaMetricNames.ActorMessages, ints));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "String")));
        await Eventually.Equal(100, () => metrics.Of(AkkaMetricNames.MailboxWaitDuration, ints).Count);
        await Eventually.Equal(101, () => metrics.Of(AkkaMetricNames.ActorProcessDuration).Count);
    }

    [Fact]
    public async Task Types_of_one_name_share_one_series()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var first = system.ActorOf(Props.Create(() => new First.Worker()));
        var second = system.ActorOf(Props.Create(() => new Second.Worker()));

        await first.Ask<First.Job>(new First.Job(), TimeSpan.FromSeconds(20));
        await second.Ask<Second.Job>(new Second.Job(), TimeSpan.FromSeconds(20));
        await second.Ask<First.Job>(new First.Job(), TimeSpan.FromSeconds(20));

        var messages = Assert.Single(metrics.Poll(), measured => measured.Name == AkkaMetricNames.ActorMessages);
        Assert.Equal(3, messages.Value);
        Assert.Equal("Worker", messages.Tag(AkkaSpanAttributes.ActorType));
        Assert.Equal(2, Assert.Single(metrics.Poll(), measured => measured.Name == AkkaMetricNames.ActorLive).Value);
    }

    [Fact]
    public async Task A_router_is_called_by_the_kind_of_router_it_is()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        system.ActorOf(Echo.Props.WithRouter(new RoundRobinPool(3)));

        await Eventually.Equal(3, () => metrics.Sum(AkkaMetricNames.ActorLive, (AkkaSpanAttributes.ActorType, "Echo")));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorLive, (AkkaSpanAttributes.ActorType, "RoundRobinPool")));
    }

    [Fact]
    public async Task Failures_are_counted_when_nothing_else_is_collected()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        using var metrics = new MetricRecorder(system.Name, name => name == AkkaMetricNames.ActorFailures);
        var actor = system.ActorOf((_, _) => throw new InvalidOperationException());

        actor.Tell("fail", ActorRefs.NoSender);

        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorFailures));
    }
}
