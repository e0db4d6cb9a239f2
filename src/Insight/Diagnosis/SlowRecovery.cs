namespace AkkaInstrumentation;

/// <summary>Persistent actors begin to recover and do not finish. Only a few recover at a time; the others wait for a permit.</summary>
internal static class SlowRecovery
{
    private const double Long = 5;

    private const string Permits = "akka.persistence.max-concurrent-recoveries";

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Persisting.Where(actor => actor.RecoverySeconds >= Long).GroupBy(actor => actor.ActorType)
        let worst = same.MaxBy(actor => actor.RecoverySeconds)!
        let all = seen.Persisting.Where(actor => actor.ActorType == same.Key && actor.RecoverySeconds > 0).ToList()
        let waiting = all.Count(actor => !actor.HasPermit)
        let commands = all.Sum(actor => actor.Commands)
        select new AkkaCause(
            AkkaCauseKinds.SlowRecovery,
            CauseText.Count(all.Count, $"{same.Key} has not recovered", $"{same.Key} actors have not recovered")
                + $" after {CauseText.Seconds(worst.RecoverySeconds)}.",
            AkkaCertainty.Certain,
            same.Key)
        {
            Subject = worst.Path,
            Seconds = worst.RecoverySeconds,
            Evidence =
            [
                $"{CauseText.Count(all.Count - waiting, "recovers", "recover")} from {worst.Store}, "
                    + $"{CauseText.Count(waiting, "waits", "wait")} for a permit",
                .. commands == 0 ? Array.Empty<string>() :
                [
                    $"{CauseText.Count(commands, "command waits", "commands wait")} for them, "
                        + $"the oldest for {CauseText.Seconds(all.Max(actor => actor.CommandSeconds))}",
                ],
                .. waiting == 0 ? Array.Empty<string>() : [CauseText.Text($"{Permits} = {seen.RecoveryPermits}")],
            ],
            NextStep = "Look at the database: its load, locks, the network. Fewer events to replay (snapshots) make recoveries short; "
                + $"{Permits} allows more at a time if the database can.",
        };
}
