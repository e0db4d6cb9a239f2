namespace AkkaInstrumentation;

/// <summary>Messages go to a path where no actor is.</summary>
internal static class MissingReceiver
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) => seen.Lost(
        "undelivered",
        "missing-receiver",
        loss => $"{Sentence(FoldedNames.Who(loss.Sender), loss)} sends {loss.MessageType} to {ActorTypeNames.PathOf(loss.Recipient)}, where no actor is.",
        _ => "became dead letters in 60 s",
        "Has the actor stopped, or is the path wrong? Watch the actor and stop sending when it is Terminated.");

    // What is no name of a type begins the sentence with a small letter.
    private static string Sentence(string who, MessageLoss loss) => loss.Sender.StartsWith('_') ? $"{char.ToUpperInvariant(who[0])}{who[1..]}" : who;
}
