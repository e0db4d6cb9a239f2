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

        await Eventually.Equal(1, () => Value(host, AkkaMetricNames.ActorStopped, AkkaSpanAttributes.ActorType, "Echo"));
        Assert.Equal(2, Value(host, AkkaMetricNames.ActorStarted, AkkaSpanAttributes.ActorType, "Echo"));
        Assert.Equal(1, Value(host, AkkaMetricNames.ActorLive, AkkaSpanAttributes.ActorType, "Echo"));
        Assert.Equal(0, Value(host, AkkaMetricNames.MailboxMaxDepth, AkkaSpanAttributes.ActorType, "Echo"));
        Assert.NotNull(Value(host, AkkaMetricNames.MailboxPeakDepth, AkkaSpanAttributes.ActorType, "Echo"));
        Assert.Contains(host.Points(), point => point.Metric == AkkaMetricNames.MailboxOldestAge);
        Assert.Equal(1, Value(host, AkkaMetricNames.ActorDeadLetters, AkkaSpanAttributes.MessageType, "String"));
        Assert.Equal(1, Value(host, AkkaMetricNames.ActorMessageUnhandled, AkkaMetricAttributes.SenderType, "Echo"));
        Assert.Equal(1, Value(host, AkkaMetricNames.LogEvents, AkkaMetricAttributes.LogLevel, "warning"));
    }

    private static long? Value(TestHost host, string metric, string key, string value) =>
        host.Points().SingleOrDefault(point => point.Metric == metric && point.Has(key, value))?.Value;
}
