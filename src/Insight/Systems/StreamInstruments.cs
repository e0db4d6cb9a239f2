using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The instruments of named stages.</summary>
internal static class StreamInstruments
{
    private static readonly Instrument Elements = ObservableMetrics.Counter(
        AkkaMetricNames.StreamElements, AkkaMetricNames.ElementUnit, "Elements that passed the stage.",
        system => Read<long>(system, static (stage, counts) => [new Measurement<long>(counts.Elements, stage.Tags)]));

    static StreamInstruments()
    {
        ObservableMetrics.UpDownCounter(
            AkkaMetricNames.StreamRunning, AkkaMetricNames.StreamUnit, "Stages of the name that run.",
            system => Read<long>(system, static (stage, counts) => [new Measurement<long>(counts.Running, stage.Tags)]));
        ObservableMetrics.Counter(
            AkkaMetricNames.StreamCompletions, AkkaMetricNames.StreamUnit, "Stages that ended without a failure.",
            system => AllOf(system).Select(stage => stage.Completions));
        ObservableMetrics.Counter(
            AkkaMetricNames.StreamFailures, AkkaMetricNames.FailureUnit, "Stages that ended with a failure.",
            system => AllOf(system).SelectMany(stage => stage.Failures));
        ObservableMetrics.Counter(
            AkkaMetricNames.StreamWaitTime, AkkaMetricNames.Seconds, "Time that the stage waited.",
            system => Read<double>(system, static (stage, counts) =>
            [
                new Measurement<double>(Ticks.ToSeconds(counts.ElementTicks), stage.ElementTags),
                new Measurement<double>(Ticks.ToSeconds(counts.DemandTicks), stage.DemandTags),
            ]));
        ObservableMetrics.Gauge(
            AkkaMetricNames.StreamDemandOldestAge, AkkaMetricNames.Seconds,
            "Time since the latest element of the stage that has waited longest for demand.",
            system => from stage in AllOf(system.Metrics)
                      select new Measurement<double>(stage.OldestWait(CoarseClock.Now)?.Seconds ?? 0, stage.Tags));
    }

    /// <summary>Makes the instruments, once.</summary>
    public static void Publish() => _ = Elements;

    private static IEnumerable<Measurement<T>> Read<T>(CollectedSystem system, Func<NamedStage, StageCounts, Measurement<T>[]> measure)
        where T : struct
    {
        var now = CoarseClock.Now;
        return AllOf(system.Metrics).SelectMany(stage => measure(stage, stage.Read(now)));
    }

    private static IEnumerable<NamedStage> AllOf(SystemMetrics metrics) => metrics.Insight?.Streams.All ?? [];
}
