namespace AkkaInstrumentation;

/// <summary>An actor gets messages that it does not handle.</summary>
internal static class UnhandledMessages
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from loss in seen.Found.Losing.Worst
        where loss.Latest.Reason == "unhandled"
        select new AkkaCause("unhandled", $"{loss.Latest.ActorType} does not handle {loss.Latest.MessageType}.", AkkaCertainty.Certain, loss.Latest.ActorType)
        {
            Path = CauseText.PathOf(loss.Latest.Recipient),
            Seconds = loss.Seconds,
            Evidence = [CauseText.Text($"{loss.Messages} {loss.Latest.MessageType} in 60 s, the latest from {CauseText.Who(loss.Latest.Sender)}")],
            Next = "Is a handler missing, or is the actor in another behaviour (Become) than its sender expects?",
        };
}
