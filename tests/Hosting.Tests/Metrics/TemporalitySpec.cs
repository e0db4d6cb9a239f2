namespace AkkaInstrumentation.Tests;

/// <summary>Delta and cumulative readers beside each other, one of them on its own clock, while actors work, stop and are collected.</summary>
public sealed class TemporalitySpec
{
    private const int Actors = 50;
    private const int MessagesEach = 400;
    private const int Total = Actors * MessagesEach;

    [Theory]
    [InlineData(AkkaMetricNames.ActorMessages)]
    [InlineData(AkkaMetricNames.ActorProcessDuration)]
    [InlineData(AkkaMetricNames.ActorStopped)]
    public async Task Differences_add_up_to_the_sum(string metric)
    {
        await using var host = await TestHost.Start(akka =>
            akka.WithInstrumentation(options => options.Metrics.Distributions = AkkaMessageDistributions.All));
        var wants = (metric, host.System.Name);
        using var delta = new SdkRecorder(MetricReaderTemporalityPreference.Delta, wants, interval: 5);
        using var cumulative = new SdkRecorder(MetricReaderTemporalityPreference.Cumulative, wants);
        using var provider = cumulative.Join(delta.Join(OpenTelemetry.Sdk.CreateMeterProviderBuilder().AddAkkaInstrumentation())).Build();

        await Task.WhenAll(Enumerable.Range(0, Actors).Select(async _ =>
        {
            var actor = await host.StartActor(Echo.Props);
            actor.TellNumbers(MessagesEach);

            cumulative.Collect();
            Assert.True(await actor.GracefulStop(TimeSpan.FromSeconds(20)));
        }));
        var expected = metric == AkkaMetricNames.ActorStopped ? Actors : Total;
        await Eventually.Passes(() =>
        {
            cumulative.Collect();
            delta.Collect();
            Assert.NotEmpty(Values(cumulative));
            Assert.Equal((expected, expected), (Values(delta).Sum(), Values(cumulative).Max()));
        });

        Assert.All(Values(delta), difference => Assert.True(difference >= 0));
        Assert.Equal(Values(cumulative).Order(), Values(cumulative));
    }

    // of the messages that the test sent
    private static IEnumerable<long> Values(SdkRecorder recorder) => recorder.All
        .Where(point => point.Metric == AkkaMetricNames.ActorStopped || point.Has(AkkaSpanAttributes.MessageType, "Int32"))
        .Select(point => point.Value);
}
