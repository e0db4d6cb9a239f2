namespace AkkaInstrumentation;

/// <summary>Questions time out: the answer comes late, or the asker fails.</summary>
internal static class AskTimeouts
{
    public const string TimeOut = "Akka.Actor.AskTimeoutException";

    private const int Often = 10;

    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        var late = seen.Found.Losing.Worst.Where(loss => loss.Latest.Reason == "late_reply").ToList();
        var failing = seen.Found.Failing.Worst.Where(failure => failure.Latest.Error == TimeOut).ToList();
        if (late.Count == 0 && failing.Count == 0)
        {
            yield break;
        }

        var asked = seen.Flows
            .Where(flow => flow is { Sender: FoldedNames.Ask, Messages: >= Often, WorkSeconds: not null } && failing.All(failure => failure.Latest.ActorType != flow.Receiver))
            .MaxBy(AwaitingActor.Took);

        // One that forwards the question is quick, and somebody behind it is late.
        var isSlow = asked is not null && AwaitingActor.Took(asked) >= AwaitingActor.Slow;
        var answers = isSlow ? $": {asked!.Receiver} answers slowest" : "";
        yield return new AkkaCause(
            "ask-timeout", $"Questions time out{answers}.", isSlow ? AkkaCertainty.Likely : AkkaCertainty.Possible, asked?.Receiver ?? failing.FirstOrDefault()?.Latest.ActorType ?? "")
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
