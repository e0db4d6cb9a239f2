using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The histogram of scheduled messages. The scheduler's thread records into it.</summary>
internal static class TimerInstruments
{
    public static readonly Histogram<double> Lateness = Instruments.Durations(
        AkkaMetricNames.SchedulerLateness, "Time by which the scheduler sent a message later than it was due.");
}
