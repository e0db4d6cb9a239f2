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
