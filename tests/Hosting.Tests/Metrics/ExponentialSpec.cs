using Akka.Actor;
using Akka.Hosting;
using OpenTelemetry.Metrics;

namespace AkkaInstrumentation.Tests;

/// <summary>The base-2 exponential histogram of the OpenTelemetry SDK takes our durations.</summary>
public sealed class ExponentialSpec
{
    [Fact]
    public async Task A_view_makes_the_durations_exponential_histograms()
    {
        const int Messages = 200;
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.Metrics.DistributionsRate = 1_000));
        var exporter = new CopyExporter<(MetricType Type, long Count, int Scale, bool IsOfTest)>(
            AkkaMetricNames.ActorProcessDuration,
            host.System.Name,
            (metric, point) => (metric.MetricType, point.GetHistogramCount(), point.GetExponentialHistogramData().Scale, Has(point, "Int32")));
        using var reader = new BaseExportingMetricReader(exporter);
        using var provider = OpenTelemetry.Sdk.CreateMeterProviderBuilder()
            .AddAkkaInstrumentation()
            .AddView(AkkaMetricNames.ActorProcessDuration, new Base2ExponentialBucketHistogramConfiguration())
            .AddReader(reader)
            .Build();
        var actor = await host.StartActor(Echo.Props);
        for (var i = 0; i < Messages; i++)
        {
            await actor.Ask<int>(i, TimeSpan.FromSeconds(20));
        }

        await Eventually.Passes(() =>
        {
            reader.Collect();
            var (type, count, scale, _) = exporter.All.Last(point => point.IsOfTest);
            Assert.Equal((MetricType.ExponentialHistogram, Messages), (type, count));

            // 160 buckets over five orders of magnitude at most
            Assert.InRange(scale, 2, 20);
        });
    }

    private static bool Has(MetricPoint point, string messageType)
    {
        foreach (var tag in point.Tags)
        {
            if (tag.Key == AkkaSpanAttributes.MessageType && Equals(tag.Value, messageType))
            {
                return true;
            }
        }

        return false;
    }
}
