namespace AkkaInstrumentation;

/// <summary>Messages are lost, and the reason says why: a bounded mailbox is full, no actor is at the path, or an actor does not handle them.</summary>
internal static class LostMessageCauses
{
    public static IEnumerable<AkkaCause> FullMailbox(Symptoms seen) => Of(
        seen,
        "dropped",
        "full-mailbox",
        loss => $"The mailbox of {loss.ActorType} is full and drops {loss.MessageType}.",
        loss => $"dropped in 60 s, the latest from {CauseText.Who(loss.Sender)}",
        "Slow the sender down, make the handler shorter, or use a longer push time-out or a larger capacity if this is a short burst.",
        loss => seen.FlowsTo(loss.ActorType));

    public static IEnumerable<AkkaCause> MissingReceiver(Symptoms seen) => Of(
        seen,
        "undelivered",
        "missing-receiver",
        loss => $"{Sentence(CauseText.Who(loss.Sender))} sends {loss.MessageType} to {ActorTypeNames.PathOf(loss.Recipient)}, where no actor is.",
        _ => "became dead letters in 60 s",
        "Has the actor stopped, or is the path wrong? Watch the actor and stop sending when it is Terminated.");

    public static IEnumerable<AkkaCause> Unhandled(Symptoms seen) => Of(
        seen,
        "unhandled",
        "unhandled",
        loss => $"{loss.ActorType} does not handle {loss.MessageType}.",
        loss => $"in 60 s, the latest from {CauseText.Who(loss.Sender)}",
        "Is a handler missing, or is the actor in another behaviour (Become) than its sender expects?");

    private static IEnumerable<AkkaCause> Of(
        Symptoms seen,
        string reason,
        string kind,
        Func<MessageLoss, string> what,
        Func<MessageLoss, string> count,
        string next,
        Func<MessageLoss, IEnumerable<string>>? more = null) =>
        from lost in seen.Found.Losing.Worst
        let loss = lost.Latest
        where loss.Reason == reason
        select new AkkaCause(kind, what(loss), AkkaCertainty.Certain, loss.ActorType)
        {
            Path = ActorTypeNames.PathOf(loss.Recipient),
            Seconds = lost.Seconds,
            Evidence = [CauseText.Text($"{lost.Count} {loss.MessageType} {count(loss)}"), .. more?.Invoke(loss) ?? []],
            Next = next,
        };

    private static string Sentence(string text) => text.StartsWith("somebody", StringComparison.Ordinal) ? $"S{text[1..]}" : text;
}

/// <summary>Another node of the cluster cannot be reached: its actors do not answer, and its shards move only when it has been downed.</summary>
internal static class UnreachableNode
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from member in seen.Members
        where !member.IsReachable
        select new AkkaCause("unreachable-node", $"{member.Address} cannot be reached.", AkkaCertainty.Certain, Actor: "")
        {
            Evidence =
            [
                $"the cluster has it as {member.Status.Replace('_', ' ')}{(member.Roles.Count > 0 ? $", with the roles {string.Join(", ", member.Roles)}" : "")}",
                CauseText.Text($"{seen.Members.Count(other => other.IsReachable)} of {seen.Members.Count} members are reachable"),
            ],
            Next = "Does its process run, and can both nodes call each other? Until it answers again or is downed, what it ran is away, and no node can join or leave.",
        };
}
