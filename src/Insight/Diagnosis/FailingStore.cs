namespace AkkaInstrumentation;

/// <summary>
/// A journal or a snapshot store fails or rejects what persistent actors ask it for. Akka stops an actor whose write or recovery has failed.
/// </summary>
internal static class FailingStore
{
    private const string Advice =
        "Can the database be reached, is it locked or full, does it accept the event? Start the stopped actors again with a BackoffSupervisor.";

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Refusals.GroupBy(refusal => (refusal.Latest.ActorType, refusal.Latest.Store))
        let lost = seen.Found.Losing.Worst.Where(loss => loss.Latest.ActorType == same.Key.ActorType && loss.Latest.StoppedAt > 0).ToList()
        where lost.Count > 0
            || seen.Found.Failing.Worst.Any(failing => failing.Latest.ActorType == same.Key.ActorType && failing.Latest.Store.Length > 0)
        let worst = same.OrderBy(refusal => refusal.Latest.Error == OpenCircuit.Refused).First()
        let refused = same.FirstOrDefault(refusal => refusal.Latest.Error == OpenCircuit.Refused)
        select new AkkaCause(
            AkkaCauseKinds.FailingStore, $"{same.Key.Store} fails: {worst.Latest.Error}, for {same.Key.ActorType}.",
                AkkaCertainty.Certain, same.Key.ActorType)
        {
            Path = worst.Latest.Path,
            Seconds = same.Max(refusal => refusal.Seconds),
            Evidence =
            [
                .. same.Select(FailingHandlers.Evidence),
                .. refused is null ? Array.Empty<string>() : [$"its circuit breaker is open: it refuses without trying ({refused.Count} times)"],
                .. lost.Select(loss => Evidence(seen, loss)),
            ],
            Next = Advice,
        };

    /// <summary>Whether actors of a type were stopped because of it.</summary>
    public static bool HasStopped(Symptoms seen, string actorType) => seen.Refusals.Any(refusal => refusal.Latest.ActorType == actorType);

    private static string Evidence(Symptoms seen, Repeated<MessageLoss> lost) => CauseText.Text(
        $"{lost.Count} {lost.Latest.MessageType} became dead letters: {ActorTypeNames.PathOf(lost.Latest.Recipient)} {seen.Stopped(lost.Latest)}");
}
