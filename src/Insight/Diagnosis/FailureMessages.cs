namespace AkkaInstrumentation;

/// <summary>
/// An actor gets failures as messages: as answers, or as results of tasks that it has piped to itself. The actor itself has not failed, and it is not
/// known how it reacts to them.
/// </summary>
internal static class FailureMessages
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from failure in seen.Found.Failing.Worst
        where failure.Latest.IsMessage && failure.Latest.Error != AskTimeouts.TimeOut
        select new AkkaCause(AkkaCauseKinds.FailureMessages, What(failure, asked: ""), AkkaCertainty.Certain, failure.Latest.ActorType)
        {
            Subject = failure.Latest.Path,
            Seconds = failure.Seconds,
            Evidence = [FailingHandlers.Evidence(failure)],
            NextStep = "Look at what it asks or awaits: the exception comes from there. "
                + "Does its handler of Status.Failure repeat the work, or give it up?",
        };

    /// <summary>Describes the failures that the actor gets, how often, and from which actor.</summary>
    /// <param name="failure">The failures.</param>
    /// <param name="asked">The actor that was asked and has not answered; empty when it is not known, or when an answer has come.</param>
    public static string What(Repeated<ActorFailure> failure, string asked)
    {
        var latest = failure.Latest;
        var error = latest.Error[(latest.Error.LastIndexOfAny(['.', '+']) + 1)..];
        var perSecond = failure.Count / Math.Clamp(failure.Seconds - (failure.LatestSeconds ?? 0), 1, 60);
        return string.Concat(
            CauseText.Text($"{latest.ActorType} gets {perSecond:0.#} {error} a second"),
            latest.Asked == FoldedNames.Unknown || asked.Length > 0 ? "" : $" from {FoldedWords.Who(latest.Asked)}",
            asked.Length > 0 ? $"; it asked {asked}" : latest.Text.Length > 0 ? $": {latest.Text.TrimEnd('.')}" : "",
            ".");
    }
}
