namespace AkkaInstrumentation;

/// <summary>Why messages are lost: nobody handles them, a mailbox or a region's buffer is full, code gives up, or nobody is at their path.</summary>
internal static class LostMessageCauses
{
    public const string MissingNext = "Has the actor stopped, or is the path wrong? Watch the actor and stop sending when it is Terminated.";

    public static IEnumerable<AkkaCause> Unhandled(Symptoms seen) => seen.Lost(
        AkkaLossReasons.Unhandled,
        AkkaCauseKinds.Unhandled,
        loss => $"{loss.ActorType} does not handle {loss.MessageType}.",
        loss => $"in 60 s, the latest from {FoldedNames.Who(loss.Sender)}",
        "Is a handler missing, or is the actor in another behaviour (Become) than its sender expects?");

    public static IEnumerable<AkkaCause> FullMailbox(Symptoms seen) => seen.Lost(
        AkkaLossReasons.Dropped,
        AkkaCauseKinds.FullMailbox,
        loss => $"The mailbox of {loss.ActorType} is full and drops {loss.MessageType}.",
        loss => $"dropped in 60 s, the latest from {FoldedNames.Who(loss.Sender)}",
        "Slow the sender down, make the handler shorter, or use a longer push time-out or a larger capacity if this is a short burst.",
        withFlows: true);

    public static IEnumerable<AkkaCause> FullRegion(Symptoms seen) => seen.Lost(
        AkkaLossReasons.FullRegion,
        AkkaCauseKinds.FullRegion,
        loss => $"The buffer of {loss.ActorType} {ActorTypeNames.PathOf(loss.Recipient)} is full: it drops {loss.MessageType}.",
        _ => "dropped in 60 s. A region keeps messages while their shard has no home, and drops those whose shard id is empty",
        "Is the coordinator's node reachable, and does a node with the role for shards live? Their homes are known when it answers.");

    public static IEnumerable<AkkaCause> GivenUp(Symptoms seen) => seen.Lost(
        AkkaLossReasons.GivenUp,
        AkkaCauseKinds.GivenUp,
        loss => $"Code published Dropped for {loss.MessageType}: {(loss.Detail.Length > 0 ? loss.Detail : "it gave no reason")}.",
        loss => $"given up in 60 s, the latest to {ActorTypeNames.PathOf(loss.Recipient)}",
        "Who publishes Akka's Dropped with that reason? A shard does while it cannot start an entity.");

    // Where a journal has stopped the receivers, that is the cause.
    public static IEnumerable<AkkaCause> MissingReceiver(Symptoms seen) => seen.Lost(
        AkkaLossReasons.Undelivered,
        AkkaCauseKinds.MissingReceiver,
        loss => $"{Sentence(FoldedNames.Who(loss.Sender), loss)} sends {loss.MessageType} to {ActorTypeNames.PathOf(loss.Recipient)}, "
            + $"{Missing(seen, loss)}.",
        _ => "became dead letters in 60 s",
        MissingNext)
        .Where(cause => !FailingStore.HasStopped(seen, cause.Actor));

    public static string Missing(Symptoms seen, MessageLoss loss) =>
        loss.StoppedAt == 0 ? "where no actor is" : $"which {seen.Stopped(loss)}";

    // What is no name of a type begins the sentence with a small letter.
    private static string Sentence(string who, MessageLoss loss) => loss.Sender.StartsWith('_') ? $"{char.ToUpperInvariant(who[0])}{who[1..]}" : who;
}
