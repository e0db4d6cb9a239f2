namespace AkkaInstrumentation;

/// <summary>One routee of a pool is slower than the others but gets as many messages, so nearly all waiting messages wait for it.</summary>
internal static class SlowRoutee
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from mailbox in seen.Mailboxes
        where mailbox.IsSlowRoutee && !HotActor.IsHot(mailbox)
        select new AkkaCause(AkkaCauseKinds.SlowRoutee,
            $"1 of {mailbox.Pool.Routees} routees {mailbox.ActorType} holds nearly all messages that wait in its pool.",
                AkkaCertainty.Certain, mailbox.ActorType)
        {
            Subject = mailbox.Path,
            Seconds = mailbox.Seconds,
            Evidence =
            [
                .. mailbox.Evidence(),
                CauseText.Text($"{mailbox.Pool.Elsewhere} wait in the other {mailbox.Pool.Routees - 1}"),
                .. mailbox.Work is { } work ? [work.ToString()] : Array.Empty<string>(),
                .. seen.FlowsTo(mailbox.ActorType),
            ],
            NextStep = "What differs for this routee: its connection, its data, the message that it handles? A SmallestMailboxPool sends it less.",
        };
}
