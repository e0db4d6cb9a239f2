using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation.Tests;

/// <summary>What the OpenTelemetry SDK makes of the instruments that are pulled.</summary>
public sealed class CollectedSpec
{
    [Fact]
    public async Task The_SDK_gets_each_pulled_instrument_with_its_value()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        var actor = await host.StartActor(Echo.Props);
        var gone = await host.StartActor(Echo.Props);
        Assert.True(await gone.GracefulStop(TimeSpan.FromSeconds(20)));
        gone.Tell("late", actor);
        host.System.EventStream.Publish(new UnhandledMessage("message", actor, actor));
        host.System.EventStream.Publish(new Warning("test", typeof(CollectedSpec), "text"));

        await Eventually.Equal(1, () => Value(host, MetricNames.Stopped, SpanAttributes.ActorType, "Echo"));
        Assert.Equal(2, Value(host, MetricNames.Started, SpanAttributes.ActorType, "Echo"));
        Assert.Equal(1, Value(host, MetricNames.Live, SpanAttributes.ActorType, "Echo"));
        Assert.Equal(0, Value(host, MetricNames.MailboxDepthMax, SpanAttributes.ActorType, "Echo"));
        Assert.NotNull(Value(host, MetricNames.MailboxDepthPeak, SpanAttributes.ActorType, "Echo"));
        Assert.Contains(host.Points(), point => point.Metric == MetricNames.MailboxOldestAge);
        Assert.Equal(1, Value(host, MetricNames.DeadLetters, SpanAttributes.MessageType, "String"));
        Assert.Equal(1, Value(host, MetricNames.Unhandled, MetricAttributes.SenderType, "Echo"));
        Assert.Equal(1, Value(host, MetricNames.LogEvents, MetricAttributes.LogLevel, "warning"));
    }

    [Fact]
    public async Task A_second_provider_beside_the_first_gets_the_same_sums()
    {
        using var second = new MetricRecorder((string?)null, name => name == MetricNames.Messages);
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        var actor = await host.StartActor(Echo.Props);
        for (var i = 1; i <= 50; i++)
        {
            await actor.Ask<int>(i);
            Assert.Equal(i, Value(host, MetricNames.Messages, SpanAttributes.MessageType, "Int32"));
            Assert.Equal(i, second.Sum(MetricNames.Messages, (MetricNames.SystemName, host.System.Name), (SpanAttributes.MessageType, "Int32")));
        }
    }

    private static long? Value(TestHost host, string metric, string key, string value) =>
        host.Points().SingleOrDefault(point => point.Metric == metric && point.Has(key, value))?.Value;
}
