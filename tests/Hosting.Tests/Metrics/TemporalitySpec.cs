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
        var name = string.Empty;
        var delta = new Lazy<CopyExporter<long>>(() => new(metric, name, Value));
        var cumulative = new Lazy<CopyExporter<long>>(() => new(metric, name, Value));
        await using var host = await TestHost.Start(akka =>
        {
            akka.WithInstrumentation(options => options.Metrics.Distributions = AkkaMessageDistributions.All);
        });
        name = host.System.Name;
        using var deltaReader = new PeriodicExportingMetricReader(delta.Value, exportIntervalMilliseconds: 5)
        {
            TemporalityPreference = MetricReaderTemporalityPreference.Delta,
        };
        using var cumulativeReader = new BaseExportingMetricReader(cumulative.Value)
        {
            TemporalityPreference = MetricReaderTemporalityPreference.Cumulative,
        };
        using var provider = OpenTelemetry.Sdk.CreateMeterProviderBuilder()
            .AddAkkaInstrumentation().AddReader(deltaReader).AddReader(cumulativeReader).Build();

        await Task.WhenAll(Enumerable.Range(0, Actors).Select(async _ =>
        {
            var actor = await host.StartActor(Echo.Props);
            actor.TellNumbers(MessagesEach);

            cumulativeReader.Collect();
            Assert.True(await actor.GracefulStop(TimeSpan.FromSeconds(20)));
        }));
        var expected = metric == AkkaMetricNames.ActorStopped ? Actors : Total;
        await Eventually.Passes(() =>
        {
            cumulativeReader.Collect();
            deltaReader.Collect();
            Assert.True(cumulative.Value.All.Count > 0);
            Assert.Equal((expected, expected), (delta.Value.All.Sum(), cumulative.Value.All.Max()));
        });

        Assert.All(delta.Value.All, difference => Assert.True(difference >= 0));
    }

    // of the messages that the test sent; 0 for others
    private static long Value(Metric metric, MetricPoint point)
    {
        var counted = metric.Name == AkkaMetricNames.ActorStopped;
        foreach (var tag in point.Tags)
        {
            counted |= tag is { Key: AkkaSpanAttributes.MessageType, Value: "Int32" };
        }

        return !counted ? 0 : metric.MetricType == MetricType.Histogram ? point.GetHistogramCount() : point.GetSumLong();
    }
}
