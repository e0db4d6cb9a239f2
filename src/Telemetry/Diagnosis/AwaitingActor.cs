namespace AkkaInstrumentation;

/// <summary>Messages wait because the handler of the one before awaits.</summary>
internal static class AwaitingActor
{
    /// <summary>Seconds that are long for an answer.</summary>
    public const double Slow = 0.1;

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Mailboxes.Where(mailbox => mailbox.IsMostly(ActorDoing.Awaiting)).GroupBy(mailbox => (mailbox.ActorType, mailbox.Message))
        let worst = same.MaxBy(mailbox => mailbox.Seconds)!
        let asked = seen.Flows.Where(flow => flow.Sender == FoldedNames.Ask && flow.Receiver != same.Key.ActorType).MaxBy(Took)
        select new AkkaCause(
            "awaiting", $"{same.Key.ActorType} awaits in {same.Key.Message ?? "its handler"} and takes no other message meanwhile.", AkkaCertainty.Certain, same.Key.ActorType)
        {
            Path = worst.Path,
            Seconds = worst.Seconds,
            Evidence =
            [
                .. worst.Evidence(),
                .. seen.FlowsTo(same.Key.ActorType),
                .. asked is null || Took(asked) < Slow ? Array.Empty<string>() : [$"the slowest that actors are asked for: {CauseText.Flow(asked)}"],
            ],
            Next = seen.IsOverrun(worst)
                ? Overload.Next
                : "Look at the slowest traces of this type for what the handler awaits. Give that call a time-out; start it with PipeTo if the actor may take other messages meanwhile; or use several actors.",
        };

    public static double Took(AkkaFlow flow) => (flow.WaitSeconds ?? 0) + (flow.WorkSeconds ?? 0);
}
