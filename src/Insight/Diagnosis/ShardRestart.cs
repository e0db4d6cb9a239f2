namespace AkkaInstrumentation;

/// <summary>A shard or a coordinator of shards has restarted. One restart is enough, because its buffered messages are lost.</summary>
internal static class ShardRestart
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Found.Restarting.Worst.Where(actor => ShardingActors.Buffers(actor.Latest)).GroupBy(actor => actor.Latest.ActorType)
        let worst = same.MaxBy(actor => actor.Count)!
        let paths = same.Select(actor => actor.Latest.Path).ToHashSet()
        select new AkkaCause(
            AkkaCauseKinds.ShardRestart, $"{worst.Latest.Path} restarted, and lost what it had buffered.", AkkaCertainty.Certain, same.Key)
        {
            Subject = worst.Latest.Path,
            Seconds = worst.Seconds,
            Evidence =
            [
                .. seen.Found.Losing.Worst
                    .Where(loss => loss.Latest.Reason == AkkaLossReasons.LostBuffer && paths.Contains(ActorTypeNames.PathOf(loss.Latest.Recipient)))
                    .Select(loss => CauseText.Text($"{loss.Count} {loss.Latest.MessageType} that it had buffered are lost")),
                $"{CauseText.Count(same.Sum(actor => actor.Count), "restart", "restarts")} of {CauseText.Count(same.Count(), "actor", "actors")} "
                    + $"of the type {same.Key}",
                .. seen.Failed.Where(failure => failure.Latest.ActorType == same.Key).Select(FailingHandlers.Evidence),
                .. seen.Failures
                    .Where(failed => failed.Latest.Store.Length > 0
                        && paths.Any(path => failed.Latest.Path.StartsWith($"{path}/", StringComparison.Ordinal)))
                    .Select(failed => GoneReceivers.Evidence(seen, failed)),
            ],
            NextStep = "Look at the store of remembered entities or of the coordinator's state: is it slow, or does it fail? "
                + "akka.cluster.sharding.updating-state-timeout is how long they wait for it.",
        };
}
