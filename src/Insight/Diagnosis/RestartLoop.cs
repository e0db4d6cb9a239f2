namespace AkkaInstrumentation;

/// <summary>An actor is restarted again and again, and loses its state and the failed message each time.</summary>
internal static class RestartLoop
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Found.Restarting.Worst.Where(actor => !ShardingActors.Buffers(actor.Latest)).GroupBy(actor => actor.Latest.ActorType)
        let worst = same.MaxBy(actor => actor.Count)!
        let failing = seen.Found.Failing.Worst.Concat(seen.Failed)
            .FirstOrDefault(failure => failure.Latest.ActorType == same.Key && !failure.Latest.IsMessage)
        let child = Escalated(seen, failing, same.Key, worst.Count)
        select new AkkaCause(
            AkkaCauseKinds.RestartLoop, $"{same.Key} restarts again and again{Why(failing, child)}.",
                // The actor restarts because its Asks are not answered, which is a separate cause.
                failing?.Latest.Error == AskTimeouts.TimeOut ? AkkaCertainty.Likely : AkkaCertainty.Certain, child?.Latest.ActorType ?? same.Key)
        {
            Subject = child?.Latest.Path ?? worst.Latest.Path,
            Seconds = worst.Seconds,
            Evidence =
            [
                $"{CauseText.Text($"{worst.Count}")} restarts of {worst.Latest.Path}"
                    + (same.Count() > 1 ? $", and {CauseText.Count(same.Count() - 1, "more actor restarts", "more actors restart")}" : ""),
                .. new[] { child ?? failing }.OfType<Repeated<ActorFailure>>().Select(FailingHandlers.Evidence),
            ],
            NextStep = "Look at its failures and their traces. "
                + "If the same message or a dependency fails each time, use a BackoffSupervisor and handle that message.",
        };

    // A supervisor that escalates has not failed itself; it restarts as often as its children fail.
    private static Repeated<ActorFailure>? Escalated(Symptoms seen, Repeated<ActorFailure>? failing, string actor, int restarts) =>
        failing is not null ? null : seen.Failed.FirstOrDefault(child => child.Latest is { IsMessage: false } failure
            && failure.Parent == actor && failure.ActorType != actor && 2 * child.Count >= restarts);

    private static string Why(Repeated<ActorFailure>? failing, Repeated<ActorFailure>? child) =>
        child is not null ? $", because it escalates the failures of {child.Latest.ActorType}: {FailureWords.Error(child.Latest)}"
        : failing is not null ? $": {FailureWords.Error(failing.Latest)}"
        : "";
}
