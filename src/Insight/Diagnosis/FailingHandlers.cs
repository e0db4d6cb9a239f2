namespace AkkaInstrumentation;

/// <summary>Handlers throw, and no other rule has found the cause.</summary>
internal static class FailingHandlers
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from failure in seen.Found.Failing.Worst
        where failure.Latest is { Store: "", IsMessage: false, MessageType: not FoldedNames.Recovery }
        where failure.Latest.Error != AskTimeouts.TimeOut
            && seen.Found.Restarting.Worst.All(actor => actor.Latest.ActorType != failure.Latest.ActorType)
            && !GoneReceivers.IsAStart(seen, failure.Latest)
        let sent = seen.Flows.Where(flow => flow.ReceiverType == failure.Latest.ActorType && flow.Failures > 0).MaxBy(flow => flow.Failures)
        select new AkkaCause(AkkaCauseKinds.Failing, $"{failure.Latest.ActorType} fails with {FailureWords.Error(failure.Latest)}.",
            AkkaCertainty.Certain, failure.Latest.ActorType)
        {
            Subject = failure.Latest.Path,
            Seconds = failure.Seconds,
            Evidence = [Evidence(failure), .. sent is null ? Array.Empty<string>() : [CauseText.Flow(sent)]],
            NextStep = "Look at its failures and their traces. "
                + "One exception everywhere is a dependency or a release; one message type is its content or its handler.",
        };

    public static string Evidence(Repeated<ActorFailure> failing) =>
        CauseText.Text($"{failing.Count} {(failing.Latest.IsMessage ? "Status.Failure to" : "failures of")} {failing.Latest.ActorType} in 60 s: ")
            + FailureWords.Error(failing.Latest)
            + (failing.Latest.IsMessage ? "" : $", the latest in {FoldedWords.Work(failing.Latest.MessageType)}")
            + FailureWords.ThrownIn(failing.Latest);
}
