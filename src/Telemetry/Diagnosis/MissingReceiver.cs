namespace AkkaInstrumentation;

/// <summary>Messages go to an actor that is not there any more, or never was.</summary>
internal static class MissingReceiver
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from loss in seen.Found.Losing.Worst
        where loss.Latest.Reason == "undelivered"
        let path = CauseText.PathOf(loss.Latest.Recipient)
        select new AkkaCause(
            "missing-receiver", $"{Sentence(CauseText.Who(loss.Latest.Sender))} sends {loss.Latest.MessageType} to {path}, where no actor is.", AkkaCertainty.Certain, loss.Latest.ActorType)
        {
            Path = path,
            Seconds = loss.Seconds,
            Evidence = [CauseText.Text($"{loss.Messages} {loss.Latest.MessageType} became dead letters in 60 s")],
            Next = "Has the actor stopped, or is the path wrong? Watch the actor and stop sending when it is Terminated.",
        };

    private static string Sentence(string text) => text.StartsWith("somebody", StringComparison.Ordinal) ? $"S{text[1..]}" : text;
}
