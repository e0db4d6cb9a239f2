namespace AkkaInstrumentation;

/// <summary>A priority mailbox keeps taking messages of other types first, so messages of one type wait too long.</summary>
internal static class StarvedMessages
{
    // The ratio of their wait to that of the others.
    private const int Times = 10;

    private const double Long = 1;

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from mailbox in seen.Mailboxes
        where mailbox.Oldest is { Seconds: >= Long }
        let oldest = mailbox.Oldest!.Value
        let taken = seen.Latest.Where(flow =>
            flow.ReceiverType == mailbox.ActorType && flow.MessageType != oldest.Message && flow is { Messages: > 0, WaitSeconds: not null }).ToList()
        where taken.Count > 0
        let wait = taken.Sum(flow => flow.WaitSeconds * flow.Messages) / taken.Sum(flow => flow.Messages)
        where Times * wait <= oldest.Seconds
        select new AkkaCause(
            AkkaCauseKinds.StarvedMessages,
            $"{oldest.Message} starves in the priority mailbox of {mailbox.ActorType}: others come first.",
            mailbox.Share.Live > 1 ? AkkaCertainty.Likely : AkkaCertainty.Certain,
            mailbox.ActorType)
        {
            Subject = mailbox.Path,
            Seconds = oldest.Seconds,
            Evidence =
            [
                CauseText.Text($"the oldest {oldest.Message} has waited {DurationWords.Text(oldest.Seconds)}, ")
                    + $"other messages wait {CauseText.Seconds(wait!.Value)} (mean)",
                .. mailbox.Evidence(),
                .. seen.FlowsTo(mailbox.ActorType),
            ],
            NextStep = $"Give {oldest.Message} an actor of its own or the same priority, or send fewer of the others: "
                + "a priority mailbox takes a message only when none of a higher priority waits. "
                + "Of Akka's own mailboxes only UnboundedStablePriorityMailbox keeps the order of equals.",
        };
}
