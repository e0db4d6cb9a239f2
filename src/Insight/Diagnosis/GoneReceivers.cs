namespace AkkaInstrumentation;

/// <summary>
/// Finds why the receiver of lost messages is gone: its store, its recovery or its start has failed, or that of its parent, or that of a child on
/// whose behalf it gets messages, as with a <c>BackoffSupervisor</c>.
/// </summary>
internal static class GoneReceivers
{
    // An actor's mailbox is closed some time after its failure, and a supervisor above it stops later.
    private static readonly long Soon = 10 * System.Diagnostics.Stopwatch.Frequency;

    public static IEnumerable<AkkaCause> CannotRecover(Symptoms seen) => In(
        seen, FoldedNames.Recovery, AkkaCauseKinds.CannotRecover, "recover",
        "Its handler of past events throws: is an event of an older version there, or a snapshot? Akka stops the actor each time it starts.");

    public static IEnumerable<AkkaCause> CannotStart(Symptoms seen) => In(
        seen, FoldedNames.None, AkkaCauseKinds.CannotStart, "start",
        "Its constructor or PreStart throws: look at the resource or the setting that it needs.");

    /// <summary>Whether <see cref="CannotStart"/> has the failure.</summary>
    public static bool IsAStart(Symptoms seen, ActorFailure failure) => failure.MessageType == FoldedNames.None
        && seen.Failures.Any(failed => failed.Latest.ActorType == failure.ActorType && failed.Latest.MessageType == FoldedNames.None);

    /// <summary>Whether another rule reports the reason why the receiver is gone.</summary>
    public static bool IsExplained(Symptoms seen, Repeated<MessageLoss> loss) => seen.Failures.Any(failed => Explains(failed, loss.Latest));

    /// <summary>The messages that were lost because of a failure.</summary>
    public static IEnumerable<Repeated<MessageLoss>> LostBy(Symptoms seen, EventTotals<ActorFailure> failed) =>
        seen.Found.Losing.Worst.Where(loss => Explains(failed, loss.Latest));

    public static string Evidence(Symptoms seen, Repeated<MessageLoss> lost) => CauseText.Text(
        $"{lost.Count} {lost.Latest.MessageType} became dead letters: {ActorTypeNames.PathOf(lost.Latest.Recipient)} ")
            + (lost.Latest.Reason == AkkaLossReasons.Discarded ? "has no child that takes them" : seen.Stopped(lost.Latest));

    /// <summary>A text with the failures of the last minute, or with all that are known.</summary>
    public static string Evidence(Symptoms seen, EventTotals<ActorFailure> failed)
    {
        var lately = failed.CountSince(seen.Now - Ticks.Minute);
        return lately > 0 ? FailingHandlers.Evidence(new(failed.Latest, (int)Math.Min(lately, int.MaxValue)))
            : CauseText.Text($"{failed.Total} failures of {failed.Latest.ActorType}: {FailureWords.Error(failed.Latest)}, the latest ")
                + $"{CauseText.Seconds(Ticks.ToSeconds(seen.Now - failed.Last))} ago{FailureWords.ThrownIn(failed.Latest)}";
    }

    private static IEnumerable<AkkaCause> In(Symptoms seen, string message, string kind, string does, string next) =>
        from same in seen.Failures.Where(failed => failed.Latest.MessageType == message).GroupBy(failed => failed.Latest.ActorType)
        let lost = same.SelectMany(failed => LostBy(seen, failed)).Distinct().ToList()
        where lost.Count > 0
            || seen.Found.Failing.Worst.Any(failing => failing.Latest.ActorType == same.Key && failing.Latest.MessageType == message)
        let latest = same.MaxBy(failed => failed.Last)!
        select new AkkaCause(kind, $"{same.Key} cannot {does}: {FailureWords.Error(latest.Latest)}.", AkkaCertainty.Certain, same.Key)
        {
            Subject = latest.Latest.Path,
            Seconds = Ticks.ToSeconds(seen.Now - same.Min(failed => failed.First)),
            Evidence = [.. same.Select(failed => Evidence(seen, failed)), .. lost.Select(loss => Evidence(seen, loss))],
            NextStep = next,
        };

    private static bool Explains(EventTotals<ActorFailure> failed, MessageLoss loss)
    {
        var (failure, stopped) = (failed.Latest, loss.StoppedAt);
        var isFatal = failure.Store.Length > 0 || (!failure.IsMessage && failure.MessageType is FoldedNames.Recovery or FoldedNames.None);
        var isThen = loss.Reason == AkkaLossReasons.Discarded
            || (loss.Reason == AkkaLossReasons.Undelivered && stopped > 0 && failed.First <= stopped + Soon && failed.Last >= stopped - Soon);
        return isFatal && isThen
            && (failure.ActorType == loss.ActorType || failure.Parent == loss.ActorType
                || ActorTypeNames.PathOf(loss.Recipient).StartsWith($"{failure.Path}/", StringComparison.Ordinal));
    }
}
