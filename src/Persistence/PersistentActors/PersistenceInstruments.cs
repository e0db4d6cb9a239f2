using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The observable instruments of the commands and events that wait for journals.</summary>
internal static class PersistenceInstruments
{
    private const string Waiting = "waiting";
    private const string Replaying = "replaying";

    private static readonly Instrument StashDepth = ObservableMetrics.UpDownCounter(
        AkkaMetricNames.PersistenceStashDepth, AkkaMetricNames.MessageUnit, "Commands that wait for a persistent actor's writes or recovery.",
        system => from type in system.ActorTypes
                  where type.Persistence.IsPersistent
                  select new Measurement<long>(type.Persistence.Commands, type.Actor.Tags));

    static PersistenceInstruments()
    {
        ObservableMetrics.Gauge<double>(
            AkkaMetricNames.PersistenceStashOldestAge, AkkaMetricNames.Seconds, "Time since the actor got the oldest of these commands.",
            type => OfPersistent(type, type.Persistence.CommandAge(type.At)));
        ObservableMetrics.Gauge<double>(
            AkkaMetricNames.PersistenceWriteOldestAge, AkkaMetricNames.Seconds, "Time since the oldest write without an answer was sent.",
            type => OfPersistent(type, type.Persistence.WriteAge(type.At)));
        ObservableMetrics.Gauge<double>(
            AkkaMetricNames.PersistenceRecoveryOldestAge, AkkaMetricNames.Seconds, "Time since the start of the oldest recovery that has not ended.",
            type => OfPersistent(type, type.Persistence.RecoveryAge(type.At)));
        ObservableMetrics.UpDownCounter(
            AkkaMetricNames.PersistenceRecoveryCount, AkkaMetricNames.RecoveryUnit, "Recoveries that have begun and not ended.",
            system => from type in system.ActorTypes
                      where type.Persistence.IsPersistent
                      let found = type.Persistence.Recoveries
                      from state in new[] { (Name: Replaying, Count: found.Replaying), (Name: Waiting, Count: found.Waiting) }
                      select new Measurement<long>(
                          state.Count, [.. type.Actor.Tags, new(AkkaMetricAttributes.PersistenceRecoveryState, state.Name)]));
    }

    /// <summary>Makes the instruments, once. What they show of a persistent actor is seen while its runs are recorded.</summary>
    public static void Publish() => Instruments.NeedsRuns(StashDepth);

    private static double? OfPersistent(ActorTypeTotals type, double seconds) => type.Persistence.IsPersistent ? seconds : null;
}
