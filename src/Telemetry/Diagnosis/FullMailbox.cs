namespace AkkaInstrumentation;

/// <summary>A bounded mailbox is full and drops messages.</summary>
internal static class FullMailbox
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from loss in seen.Found.Losing.Worst
        where loss.Latest.Reason == "dropped"
        select new AkkaCause("full-mailbox", $"The mailbox of {loss.Latest.ActorType} is full and drops {loss.Latest.MessageType}.", AkkaCertainty.Certain, loss.Latest.ActorType)
        {
            Path = CauseText.PathOf(loss.Latest.Recipient),
            Seconds = loss.Seconds,
            Evidence =
            [
                CauseText.Text($"{loss.Messages} {loss.Latest.MessageType} dropped in 60 s, the latest from {CauseText.Who(loss.Latest.Sender)}"),
                .. seen.FlowsTo(loss.Latest.ActorType),
            ],
            Next = "Slow the sender down, make the handler shorter, or use a longer push time-out or a larger capacity if this is a short burst.",
        };
}
