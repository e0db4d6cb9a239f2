namespace AkkaInstrumentation;

/// <summary>
/// A journal or a snapshot store fails or rejects requests of persistent actors. Akka stops an actor whose write or recovery has failed.
/// </summary>
internal static class FailingStore
{
    private const string Advice =
        "Can the database be reached, is it locked or full, does it accept the event? Start stopped actors again with a BackoffSupervisor of "
        + "Backoff.OnStop. Backoff.OnFailure sees only exceptions, and such an actor stops without one.";

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Failures.Where(failed => failed.Latest.Store.Length > 0)
            .GroupBy(failed => (failed.Latest.ActorType, failed.Latest.Store))
        let lost = same.SelectMany(failed => GoneReceivers.LostBy(seen, failed)).Distinct().ToList()
        where lost.Count > 0
            || seen.Found.Failing.Worst.Any(failing => failing.Latest.ActorType == same.Key.ActorType && failing.Latest.Store.Length > 0)
        let worst = same.OrderBy(failed => failed.Latest.Error == OpenCircuit.Refused).ThenByDescending(failed => failed.Last).First()
        let refused = same.FirstOrDefault(failed => failed.Latest.Error == OpenCircuit.Refused)?.CountSince(seen.Now - Ticks.Minute) ?? 0
        select new AkkaCause(
            AkkaCauseKinds.FailingStore, $"{same.Key.Store} fails: {FailureWords.Error(worst.Latest)}, for {same.Key.ActorType}.",
                AkkaCertainty.Certain, same.Key.ActorType)
        {
            Subject = worst.Latest.Path,
            Seconds = Ticks.ToSeconds(seen.Now - same.Min(failed => failed.First)),
            Evidence =
            [
                .. same.Select(failed => GoneReceivers.Evidence(seen, failed)),
                .. refused == 0 ? Array.Empty<string>()
                    : [CauseText.Text($"its circuit breaker is open: it refuses without trying ({refused} times)")],
                .. lost.Select(loss => GoneReceivers.Evidence(seen, loss)),
            ],
            NextStep = Advice,
        };
}
