namespace AkkaInstrumentation;

/// <summary>An actor stashes messages and does not unstash them, or its journal is slower than its commands.</summary>
internal static class GrowingStash
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from mailbox in seen.Mailboxes
        where mailbox.IsStash
        let writes = mailbox.States.Any(state => state.Doing == ActorDoing.Writing)
        let what = writes
            ? $"{mailbox.ActorType} gets more commands than its journal writes: each waits for the writes before it."
            : $"{mailbox.ActorType} stashes messages and does not unstash them."
        select new AkkaCause(AkkaCauseKinds.GrowingStash, what, AkkaCertainty.Certain, mailbox.ActorType)
        {
            Path = mailbox.Path,
            Seconds = mailbox.Seconds,
            Evidence = [.. mailbox.Evidence(), .. seen.FlowsTo(mailbox.ActorType)],
            Next = writes
                ? "How long does a write take, and does the journal answer? Persist several events at once (PersistAll), or spread the commands over more actors."
                : "Which message does this actor wait for, and has it come? Set a time-out for that state, unstash or reject there, and bound the stash.",
        };
}
