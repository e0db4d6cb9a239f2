namespace AkkaInstrumentation;

/// <summary>More messages arrive than the actor can handle: it works, and its mailbox is still too long.</summary>
internal static class Overload
{
    private const string Next =
        "Has the rate of messages or the handler's time risen? See the history of the type. "
        + "Slow the sender down, make the handler shorter (its slowest traces show what it does or awaits), "
        + "or spread the work over several actors.";

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Mailboxes
            .Where(mailbox => mailbox is { IsStash: false, IsSlowRoutee: false } && !AwaitingActor.IsLong(seen, mailbox))
            // An actor that was idle at the first check may lack a thread; later checks show that.
            .Where(mailbox => mailbox.PerSecond > 0
                || (mailbox.States.Any(state => state.Doing != ActorDoing.Nothing) && !mailbox.IsMostly(ActorDoing.Nothing)))
            .Where(mailbox => seen.Found.Blocking.Worst.All(actor => actor.Path != mailbox.Path))
            .GroupBy(mailbox => mailbox.ActorType)
        let worst = same.MaxBy(mailbox => mailbox.Depth)!
        let chain = worst.IsMostly(ActorDoing.Awaiting) ? WaitingChain.From(seen, same.Key) : null
        let cause = new AkkaCause(
            AkkaCauseKinds.Overload, $"{same.Key} gets more messages than it can handle.", worst.PerSecond > 0
                && !worst.IsMostly(ActorDoing.Nothing) ? AkkaCertainty.Likely : AkkaCertainty.Possible, same.Key)
        {
            Subject = worst.Path,
            Seconds = worst.Seconds,
            Evidence =
            [
                .. worst.Evidence(),
                .. Pace(seen, same.Key, same.Sum(mailbox => mailbox.PerSecond)),
                .. Awaits(worst),
                .. seen.FlowsTo(same.Key),
                .. seen.Process.Evidence(),
            ],
            NextStep = Next,
        }
        select chain?.Last is null ? cause : AwaitingActor.HeldUp(chain, [cause]);

    // The number of messages sent is the number taken plus the growth of the mailboxes.
    private static IEnumerable<string> Pace(Symptoms seen, string actor, double grows)
    {
        var taken = seen.Latest.Where(flow => flow.ReceiverType == actor).Sum(flow => flow.PerSecond);
        if (taken > 0 && grows > 0)
        {
            yield return CauseText.Text($"{taken + grows:0.#} messages a second are sent to {actor}, which takes {taken:0.#}");
        }
    }

    private static IEnumerable<string> Awaits(TroubledMailbox mailbox) =>
        mailbox.IsMostly(ActorDoing.Awaiting) ? [$"it mostly awaits in {mailbox.Message ?? "its handler"}, for a moment each time"] : [];
}
