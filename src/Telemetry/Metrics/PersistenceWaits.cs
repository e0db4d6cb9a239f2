using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The commands and events that wait for the journal of one persistent actor at one moment. Times are
/// <see cref="System.Diagnostics.Stopwatch"/> ticks.</summary>
internal readonly record struct PersistenceWaits
{
    /// <summary>Whether the actor is persistent.</summary>
    public bool IsPersistent { get; init; }

    /// <summary>Commands that wait for the actor's writes or recovery: in the stash that Akka keeps for it, or with events that wait.</summary>
    public int Commands { get; init; }

    /// <summary>When the actor got the first of them; 0 when that is not known.</summary>
    public long OldestCommandAt { get; init; }

    /// <summary>When the first write without an answer was sent; 0 for none.</summary>
    public long WritesSince { get; init; }

    /// <summary>When the actor was created, if it has not recovered yet; otherwise 0.</summary>
    public long RecoversSince { get; init; }

    /// <summary>Whether the actor has got its permit to recover, as far as that was observed.</summary>
    public bool HasPermit { get; init; }
}

/// <summary>Sums over the persistent actors of one type, made by a walk.</summary>
internal struct PersistenceTotals
{
    private long _oldestCommandAt;
    private long _oldestWriteAt;
    private long _oldestRecoveryAt;

    /// <summary>Whether there are persistent actors.</summary>
    public bool IsPersistent { get; private set; }

    public long Commands { get; private set; }

    /// <summary>Recoveries that have not ended: those with a permit, and those that wait for one.</summary>
    public (long Replaying, long Waiting) Recoveries { get; private set; }

    public void Add(in PersistenceWaits waits)
    {
        if (!waits.IsPersistent)
        {
            return;
        }

        IsPersistent = true;
        Commands += waits.Commands;
        Earliest(ref _oldestCommandAt, waits.OldestCommandAt);
        Earliest(ref _oldestWriteAt, waits.WritesSince);
        Earliest(ref _oldestRecoveryAt, waits.RecoversSince);
        if (waits.RecoversSince != 0)
        {
            var (replaying, waiting) = Recoveries;
            Recoveries = waits.HasPermit ? (replaying + 1, waiting) : (replaying, waiting + 1);
        }
    }

    public readonly double CommandAge(long now) => Age(_oldestCommandAt, now);

    public readonly double WriteAge(long now) => Age(_oldestWriteAt, now);

    public readonly double RecoveryAge(long now) => Age(_oldestRecoveryAt, now);

    private static void Earliest(ref long at, long other)
    {
        if (other != 0 && (at == 0 || other < at))
        {
            at = other;
        }
    }

    private static double Age(long at, long now) => at == 0 ? 0 : Math.Max(0, Ticks.ToSeconds(now - at));
}

/// <summary>The observable instruments of the commands and events that wait for journals. <see cref="Instruments.AllMade"/> creates them.</summary>
internal static class PersistenceInstruments
{
    private const string Waiting = "waiting";
    private const string Replaying = "replaying";

    /// <summary>A listener to this instrument requires that the runs of persistent actors are recorded.</summary>
    public static readonly Instrument StashDepth = ObservableMetrics.UpDownCounter(
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

    private static double? OfPersistent(ActorTypeTotals type, double seconds) => type.Persistence.IsPersistent ? seconds : null;
}

/// <summary>A journal's answer to a request of a persistent actor.</summary>
/// <param name="Ticks">From the request to the arrival of the answer in the actor's mailbox. Waits in the actor's mailbox are not included.</param>
/// <param name="Shift">It stands for 2^Shift requests.</param>
/// <param name="Store">The id of the journal, if the answer is slow; null otherwise.</param>
internal readonly record struct JournalAnswer(long Ticks, int Shift, string? Store);

/// <summary>
/// The time that journals took to answer requests of actors of one type, in the last half to one minute, estimated from the measured writes. Any
/// thread; mostly the one that records <see cref="PendingMeasurements"/> writes.
/// </summary>
internal sealed class JournalTimes
{
    /// <summary>The time from which an answer counts as slow: half a second, in <see cref="Stopwatch"/> ticks.</summary>
    public static readonly long Slow = Stopwatch.Frequency / 2;

    private readonly ActorLoad _all = new();
    private readonly ActorLoad _slow = new();
    private volatile string _store = "";

    /// <summary>The journal that was slow last; empty before.</summary>
    public string Store => _store;

    public void Add(in JournalAnswer answer, long now)
    {
        _all.Served(answer.Ticks, 0, answer.Shift, now);
        if (answer.Store is { } store)
        {
            _slow.Served(answer.Ticks, 0, answer.Shift, now);
            _store = store;
        }
    }

    /// <summary>The sums of all answers, and of those that were slow.</summary>
    public (WorkSums All, WorkSums Slow) Read(long now) => (_all.Read(now), _slow.Read(now));
}
