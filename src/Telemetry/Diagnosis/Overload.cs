namespace AkkaInstrumentation;

/// <summary>More messages arrive than the actor can handle: it works, and its mailbox is still too long.</summary>
internal static class Overload
{
    public const string Next =
        "Has the rate of messages or the handler's time risen? See the history of the type. Slow the sender down, make the handler shorter (its slowest traces show what it does or awaits), or spread the work over several actors.";

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Mailboxes
            .Where(mailbox => !mailbox.IsStash && !mailbox.IsMostly(ActorDoing.Awaiting) && (mailbox.PerSecond > 0 || !mailbox.IsMostly(ActorDoing.Nothing)) && seen.Found.Blocking.Worst.All(actor => actor.Path != mailbox.Path))
            .GroupBy(mailbox => mailbox.ActorType)
        let worst = same.MaxBy(mailbox => mailbox.Depth)!
        select new AkkaCause(
            "overload", $"{same.Key} gets more messages than it can handle.", worst.PerSecond > 0 && !worst.IsMostly(ActorDoing.Nothing) ? AkkaCertainty.Likely : AkkaCertainty.Possible, same.Key)
        {
            Path = worst.Path,
            Seconds = worst.Seconds,
            Evidence = [.. worst.Evidence(), .. seen.FlowsTo(same.Key), .. seen.Process.Evidence()],
            Next = Next,
        };
}
