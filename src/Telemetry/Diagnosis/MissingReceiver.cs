namespace AkkaInstrumentation;

/// <summary>Messages go to a path where no actor is.</summary>
internal static class MissingReceiver
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) => seen.Lost(
        "undelivered",
        "missing-receiver",
        loss => $"{Sentence(CauseText.Who(loss.Sender))} sends {loss.MessageType} to {ActorTypeNames.PathOf(loss.Recipient)}, where no actor is.",
        _ => "became dead letters in 60 s",
        "Has the actor stopped, or is the path wrong? Watch the actor and stop sending when it is Terminated.");

    private static string Sentence(string text) => text.StartsWith("somebody", StringComparison.Ordinal) ? $"S{text[1..]}" : text;
}
