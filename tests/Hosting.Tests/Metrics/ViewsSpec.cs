using OpenTelemetry.Metrics;

namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Fewer attributes: what a view of the SDK makes of an observable counter, and what the setting makes of it.</summary>
public sealed class ViewsSpec
{
    private static readonly string[] ActorTypeOnly = [AkkaSpanAttributes.ActorSystemName, AkkaSpanAttributes.ActorType];

    [Fact]
    public async Task A_view_exports_one_of_the_values_and_the_setting_their_sum()
    {
        await using var viewed = await TestHost.Start(
            akka => akka.WithInstrumentation(),
            metrics: metrics => metrics.AddAkkaInstrumentation()
                .AddView(AkkaMetricNames.ActorMessages, new MetricStreamConfiguration { TagKeys = ActorTypeOnly }));
        await Send(viewed);
        Assert.NotEqual(1_111, Assert.Single(Messages(viewed)).Value);

        await using var host = await TestHost.Start(
            akka => akka.WithInstrumentation(o => o.Metrics.ExcludedAttributes = [AkkaSpanAttributes.MessageType]));
        await Send(host);
        var point = Assert.Single(Messages(host));
        Assert.Equal(1_111, point.Value);
        Assert.DoesNotContain(AkkaSpanAttributes.MessageType, point.Tags.Keys);
    }

    [Fact]
    public async Task One_metric_can_lose_an_attribute_alone_while_the_system_runs_and_gets_it_back()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        await Send(host);
        var control = AkkaInstrumentationExtension.For(host.System).Control;
        Assert.Equal(3, Messages(host).Count());

        control.Change(o => o.Metrics.ExcludedAttributes = [$"{AkkaMetricNames.ActorMessages}/{AkkaSpanAttributes.MessageType}"]);
        Assert.Equal([1_111], Polled(host, AkkaMetricNames.ActorMessages));

        control.Change(o => o.Metrics.ExcludedAttributes = [$"{AkkaMetricNames.ActorFlowMessages}/{AkkaSpanAttributes.MessageType}"]);
        Assert.Equal(3, Polled(host, AkkaMetricNames.ActorMessages).Count);

        control.Reset();
        Assert.Equal(3, Polled(host, AkkaMetricNames.ActorMessages).Count);
    }

    [Fact]
    public async Task Of_gauges_the_largest_stays()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(o => o.Metrics.ExcludedAttributes =
            [$"{AkkaMetricNames.ActorUtilization}/{AkkaSpanAttributes.ActorType}",
                $"{AkkaMetricNames.MailboxMaxDepth}/{AkkaSpanAttributes.ActorType}"]));
        await Send(host);
        Assert.Equal([0], Polled(host, AkkaMetricNames.MailboxMaxDepth));
    }

    [Theory]
    [InlineData(AkkaSpanAttributes.ActorSystemName, "akka.actor_system.name is never left out")]
    [InlineData("akka.actor.messages/akka.actor_system.instance", "akka.actor_system.instance is never left out")]
    [InlineData("akka.actor.messages/", "the nearest attribute is ")]
    [InlineData(AkkaSpanAttributes.ActorPath, "the nearest attribute is akka.actor.type, allowed are akka.actor.category, akka.actor.type, ")]
    [InlineData("akka.actor.mesages/akka.message.type", "the nearest observable metric is akka.actor.messages")]
    [InlineData("akka.mailbox.wait.duration/akka.message.type", "akka.mailbox.wait.duration is a histogram, whose attributes a view leaves out")]
    public void An_entry_that_changes_nothing_is_an_error(string entry, string problem) => Assert.Contains(
        $"akka.instrumentation.metrics.excluded-attributes = {entry}, {problem}",
        $"{Assert.ThrowsAny<Exception>(() => Systems.Instrumented($"akka.instrumentation.metrics.excluded-attributes = [\"{entry}\"]"))}",
        StringComparison.Ordinal);

    private static async Task Send(TestHost host)
    {
        var actor = host.System.ActorOf(Echo.Props);
        for (var i = 0; i < 1_000; i++)
        {
            actor.Tell(i, ActorRefs.NoSender);
        }

        for (var i = 0; i < 100; i++)
        {
            actor.Tell($"{i}", ActorRefs.NoSender);
        }

        for (var i = 0; i < 11; i++)
        {
            await actor.Ask<double>((double)i);
        }
    }

    private static IEnumerable<SdkPoint> Messages(TestHost host) => host.Points()
        .Where(point => point.Metric == AkkaMetricNames.ActorMessages && point.Has(AkkaSpanAttributes.ActorSystemName, host.System.Name));

    // Past the SDK, which goes on exporting a series that is not observed any more.
    private static IReadOnlyList<double> Polled(TestHost host, string metric)
    {
        using var recorder = new MetricRecorder(host.System.Name);
        return [.. recorder.Poll().Where(measured => measured.Name == metric).Select(measured => measured.Value)];
    }
}
