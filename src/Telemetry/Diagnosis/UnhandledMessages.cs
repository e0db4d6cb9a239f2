namespace AkkaInstrumentation;

/// <summary>An actor gets messages that it does not handle.</summary>
internal static class UnhandledMessages
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) => seen.Lost(
        "unhandled",
        "unhandled",
        loss => $"{loss.ActorType} does not handle {loss.MessageType}.",
        loss => $"in 60 s, the latest from {FoldedNames.Who(loss.Sender)}",
        "Is a handler missing, or is the actor in another behaviour (Become) than its sender expects?");
}
