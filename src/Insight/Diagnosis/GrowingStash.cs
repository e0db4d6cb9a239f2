namespace AkkaInstrumentation;

/// <summary>An actor stashes messages and does not unstash them.</summary>
internal static class GrowingStash
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from mailbox in seen.Mailboxes
        where mailbox is { IsStash: true, Store: "" }
        let what = $"{mailbox.ActorType} stashes messages and does not unstash them."
        select new AkkaCause(AkkaCauseKinds.GrowingStash, what, AkkaCertainty.Certain, mailbox.ActorType)
        {
            Subject = mailbox.Path,
            Seconds = mailbox.Seconds,
            Evidence = [.. mailbox.Evidence(), .. seen.FlowsTo(mailbox.ActorType)],
            NextStep = "Which message does this actor wait for, and has it come? "
                + "Set a time-out for that state, unstash or reject there, and bound the stash "
                + "(Props.WithStashCapacity for an actor with IWithStash; IWithUnboundedStash ignores it).",
        };
}
