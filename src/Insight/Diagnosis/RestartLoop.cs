namespace AkkaInstrumentation;

/// <summary>An actor is restarted again and again, and loses its state and the failed message each time.</summary>
internal static class RestartLoop
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Found.Restarting.Worst.Where(actor => !ShardingActors.Buffers(actor.Latest)).GroupBy(actor => actor.Latest.ActorType)
        let worst = same.MaxBy(actor => actor.Count)!
        let failing = seen.Found.Failing.Worst.Concat(seen.Failed)
            .FirstOrDefault(failure => failure.Latest.ActorType == same.Key && !failure.Latest.IsMessage)
        select new AkkaCause(
            AkkaCauseKinds.RestartLoop, $"{same.Key} restarts again and again{(failing is null ? "" : $": {FailureWords.Error(failing.Latest)}")}.",
                // It restarts because nobody has answered it, which is a cause of its own.
                failing?.Latest.Error == AskTimeouts.TimeOut ? AkkaCertainty.Likely : AkkaCertainty.Certain, same.Key)
        {
            Path = worst.Latest.Path,
            Seconds = worst.Seconds,
            Evidence =
            [
                $"{CauseText.Text($"{worst.Count}")} restarts of {worst.Latest.Path}"
                    + (same.Count() > 1 ? $", and {CauseText.Count(same.Count() - 1, "more actor restarts", "more actors restart")}" : ""),
                .. failing is null ? Array.Empty<string>() : [FailingHandlers.Evidence(failing)],
            ],
            Next = "Look at its failures and their traces. "
                + "If the same message or a dependency fails each time, use a BackoffSupervisor and handle that message.",
        };
}
