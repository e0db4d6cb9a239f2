namespace AkkaInstrumentation;

/// <summary>Another node of the cluster cannot be reached: its actors do not answer, and its shards move only when it has been downed.</summary>
internal static class UnreachableNode
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from member in seen.Members
        where !member.IsReachable && seen.Found.Self.Worst.All(node => !node.Away.Contains(member.Address))
        select new AkkaCause(AkkaCauseKinds.UnreachableNode, $"{member.Address} cannot be reached.", AkkaCertainty.Certain, actor: "")
        {
            Subject = member.Address,
            Evidence =
            [
                $"the cluster has it as {member.Status.Replace('_', ' ')}{Roles(member)}",
                CauseText.Text($"{seen.Members.Count(other => other.IsReachable)} of {seen.Members.Count} members are reachable"),
            ],
            NextStep = "Does its process run, and can both nodes call each other? "
                + "Until it answers again or is downed, what it ran is away, and no node can join or leave.",
        };

    private static string Roles(ClusterMember member) =>
        member.Roles.Count == 0 ? "" : $", with the {(member.Roles.Count == 1 ? "role" : "roles")} {string.Join(", ", member.Roles)}";
}
