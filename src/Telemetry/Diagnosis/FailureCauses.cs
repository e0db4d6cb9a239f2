namespace AkkaInstrumentation;

/// <summary>Handlers throw, and no other rule says why.</summary>
internal static class FailingHandlers
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from failure in seen.Found.Failing.Worst
        where failure.Latest.Error != AskTimeouts.TimeOut && seen.Found.Restarting.Worst.All(actor => actor.Latest.ActorType != failure.Latest.ActorType)
        let sent = seen.Flows.Where(flow => flow.Receiver == failure.Latest.ActorType && flow.Failures > 0).MaxBy(flow => flow.Failures)
        select new AkkaCause("failing", $"{failure.Latest.ActorType} fails with {failure.Latest.Error}.", AkkaCertainty.Certain, failure.Latest.ActorType)
        {
            Path = failure.Latest.Path,
            Seconds = failure.Seconds,
            Evidence = [Evidence(failure), .. sent is null ? Array.Empty<string>() : [CauseText.Flow(sent)]],
            Next = "Look at its failures and their traces. One exception everywhere is a dependency or a release; one message type is its content or its handler.",
        };

    public static string Evidence(Repeated<ActorFailure> failing) =>
        CauseText.Text($"{failing.Count} failures of {failing.Latest.ActorType} in 60 s: {failing.Latest.Error}, the latest in {failing.Latest.MessageType}");
}

/// <summary>An actor is restarted again and again, and loses its state and the failed message each time.</summary>
internal static class RestartLoop
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Found.Restarting.Worst.GroupBy(actor => actor.Latest.ActorType)
        let worst = same.MaxBy(actor => actor.Count)!
        let failing = seen.Found.Failing.Worst.FirstOrDefault(failure => failure.Latest.ActorType == same.Key)
        select new AkkaCause(
            "restart-loop", $"{same.Key} restarts again and again{(failing is null ? "" : $": {failing.Latest.Error}")}.", AkkaCertainty.Certain, same.Key)
        {
            Path = worst.Latest.Path,
            Seconds = worst.Seconds,
            Evidence =
            [
                CauseText.Text($"{worst.Count} restarts of {worst.Latest.Path}{(same.Count() > 1 ? $", and of {same.Count() - 1} more actors" : "")}"),
                .. failing is null ? Array.Empty<string>() : [FailingHandlers.Evidence(failing)],
            ],
            Next = "Look at its failures and their traces. If the same message or a dependency fails each time, use a BackoffSupervisor and handle that message.",
        };
}

/// <summary>An actor sends itself a message again that fails each time.</summary>
internal static class PoisonMessage
{
    private const int Often = 10;

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from flow in seen.Flows
        where flow.Sender == flow.Receiver && flow.Failures >= Often && 2 * flow.Failures >= flow.Messages
        let failing = seen.Found.Failing.Worst.FirstOrDefault(failure => failure.Latest.ActorType == flow.Receiver)
        where failing is not null
        select new AkkaCause("poison-message", $"{flow.Receiver} sends itself {flow.Message} again, and it fails each time.", AkkaCertainty.Certain, flow.Receiver)
        {
            Path = failing.Latest.Path,
            Seconds = failing.Seconds,
            Evidence = [CauseText.Flow(flow), FailingHandlers.Evidence(failing)],
            Next = "Count the attempts and give up after some; put the message aside, so that those behind it are handled.",
        };
}

/// <summary>Questions time out: the answer comes late, or the asker fails.</summary>
internal static class AskTimeouts
{
    public const string TimeOut = "Akka.Actor.AskTimeoutException";

    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        var late = seen.Found.Losing.Worst.Where(loss => loss.Latest.Reason == "late_reply").ToList();
        var failing = seen.Found.Failing.Worst.Where(failure => failure.Latest.Error == TimeOut).ToList();
        if (late.Count == 0 && failing.Count == 0)
        {
            yield break;
        }

        var asked = seen.Flows
            .Where(flow => flow.Sender == FoldedNames.Ask && flow.WorkSeconds is not null && failing.All(failure => failure.Latest.ActorType != flow.Receiver))
            .MaxBy(flow => flow.WorkSeconds + (flow.WaitSeconds ?? 0));
        var answers = asked is null ? "" : $": {asked.Receiver} answers slowest";
        yield return new AkkaCause(
            "ask-timeout", $"Questions time out{answers}.", asked is null ? AkkaCertainty.Possible : AkkaCertainty.Likely, asked?.Receiver ?? failing.FirstOrDefault()?.Latest.ActorType ?? "")
        {
            Path = failing.FirstOrDefault()?.Latest.Path ?? "",
            Seconds = late.Select(loss => loss.Seconds).Concat(failing.Select(failure => failure.Seconds)).Max(),
            Evidence =
            [
                .. late.Select(loss => CauseText.Text($"{loss.Count} answers {loss.Latest.MessageType} came after the time-out, in 60 s")),
                .. failing.Select(FailingHandlers.Evidence),
                .. asked is null ? Array.Empty<string>() : [CauseText.Flow(asked)],
            ],
            Next = "Follow one such question in its trace to the actor that answers late. A time-out further up the chain must be longer than those below it.",
        };
    }
}
