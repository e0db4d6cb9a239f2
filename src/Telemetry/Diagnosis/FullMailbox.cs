namespace AkkaInstrumentation;

/// <summary>A bounded mailbox is full and drops messages.</summary>
internal static class FullMailbox
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) => seen.Lost(
        "dropped",
        "full-mailbox",
        loss => $"The mailbox of {loss.ActorType} is full and drops {loss.MessageType}.",
        loss => $"dropped in 60 s, the latest from {FoldedNames.Who(loss.Sender)}",
        "Slow the sender down, make the handler shorter, or use a longer push time-out or a larger capacity if this is a short burst.",
        withFlows: true);
}
