namespace AkkaInstrumentation.Tests;

/// <summary>What a reader gets that comes when the actor system has ended: a job that is over before its first collection.</summary>
public sealed class LastCollectionSpec
{
    private const int Messages = 1_000;

    private static readonly string[] Counters =
    [
        AkkaMetricNames.ActorMessages, AkkaMetricNames.ActorStarted, AkkaMetricNames.ActorStopped, AkkaMetricNames.DispatcherRuns,
            AkkaMetricNames.MailboxWaitDuration, AkkaMetricNames.ActorProcessDuration,
    ];

    [Fact]
    public async Task A_host_that_ends_before_the_first_collection_reports_everything()
    {
        var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.Metrics.Distributions = AkkaMessageDistributions.All));
        var actor = await Work(host);
        await Stop(host);
        await host.DisposeAsync();

        AssertEverything(host, actor);
    }

    [Fact]
    public async Task Durations_that_threads_have_taken_and_not_recorded_are_in_the_last_collection()
    {
        // below the rate all messages are measured, and without spans all are left to be recorded later
        const int Few = 400;
        var host = await TestHost.Start(akka =>
            akka.WithInstrumentation(options => (options.Tracing.Enabled, options.Metrics.DistributionsRate) = (false, 1_000)));
        await (await host.StartActor(Echo.Props)).AskNumbers(Few);
        await Stop(host);
        await host.DisposeAsync();

        foreach (var metric in new[] { AkkaMetricNames.MailboxWaitDuration, AkkaMetricNames.ActorProcessDuration })
        {
            Assert.Equal(
                (metric, Few),
                (metric, host.Sdk.LastExport
                    .Where(point => point.Metric == metric && point.Has(AkkaSpanAttributes.ActorSystemName, host.System.Name)
                        && point.Has(AkkaSpanAttributes.MessageType, "Int32"))
                    .Sum(point => point.Value)));
        }
    }

    [Theory]
    [InlineData(MetricReaderTemporalityPreference.Cumulative)]
    [InlineData(MetricReaderTemporalityPreference.Delta)]
    public async Task A_system_that_is_started_again_under_its_name_adds_to_the_sum(MetricReaderTemporalityPreference temporality)
    {
        var name = $"again-{Guid.NewGuid():N}"[..20];
        using var sdk = new SdkRecorder(temporality, (AkkaMetricNames.ActorMessages, name));
        using var provider = sdk.Join(OpenTelemetry.Sdk.CreateMeterProviderBuilder().AddAkkaInstrumentation()).Build();
        foreach (var messages in new[] { 70, 30, 5 })
        {
            await using (var system = Systems.Named(name))
            {
                await system.ActorOf(Echo.Props).AskNumbers(messages);
                sdk.Collect();
            }

            sdk.Collect();
        }

        var isDelta = temporality == MetricReaderTemporalityPreference.Delta;
        var all = sdk.All.Where(point => point.Has(AkkaSpanAttributes.MessageType, "Int32"))
            .GroupBy(point => point.Tags.GetValueOrDefault(AkkaMetricAttributes.ActorSystemInstance)).ToList();
        Assert.Equal(
            [(null, 70), (2, 30), (3, 5)],
            all.Select(series => (series.Key, isDelta ? series.Sum(point => point.Value) : series.Last().Value)));
        Assert.All(all, series => Assert.True(isDelta || series.SequenceEqual(series.OrderBy(point => point.Value)), "a sum went back"));
    }

    // a host may be back a moment before the instruments know
    private static async Task Stop(TestHost host)
    {
        await host.Stop();
        await Eventually.Within(host.System.WhenTerminated);
        await Eventually.True(() => ActorSystems.Measured().All(system => system.Tags.Name != host.System.Name));
    }

    private static async Task<IActorRef> Work(TestHost host)
    {
        var actor = await host.StartActor(Echo.Props);
        await actor.AskNumbers(Messages);
        return actor;
    }

    private static void AssertEverything(TestHost host, IActorRef actor)
    {
        var points = host.Sdk.LastExport.Where(point => point.Has(AkkaSpanAttributes.ActorSystemName, host.System.Name)).ToList();
        Assert.Empty(Counters.Except(points.Select(point => point.Metric)));
        foreach (var metric in new[] { AkkaMetricNames.ActorMessages, AkkaMetricNames.MailboxWaitDuration, AkkaMetricNames.ActorProcessDuration })
        {
            Assert.Equal(
                (metric, Messages),
                (metric, points.Where(point => point.Metric == metric && point.Has(AkkaSpanAttributes.MessageType, "Int32"))
                    .Sum(point => point.Value)));
        }

        var path = actor.Path.ToStringWithoutAddress();
        Assert.Equal(Messages, host.Sdk.Spans.Count(span =>
            Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath), path) && Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), "Int32")));
    }
}
