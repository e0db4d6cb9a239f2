namespace AkkaInstrumentation;

/// <summary>The cluster has removed a node within the last minutes.</summary>
internal static class RemovedNode
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from lost in seen.Found.LostNodes.Worst
        let address = lost.Latest.Address
        let isSelf = lost.Latest.IsSelf
        select new AkkaCause(
            AkkaCauseKinds.LostNode, $"{(isSelf ? "This node" : address)} was downed and removed from the cluster.", AkkaCertainty.Certain, actor: "")
        {
            Subject = address,
            Seconds = lost.Seconds,
            Evidence =
            [
                isSelf ? $"it is {address}: its own downing provider, or the others, decided that it goes"
                : seen.Members.Any(member => member.Address == address)
                    ? "a new process has joined under its address"
                    : CauseText.Count(seen.Members.Count, "member is left", "members are left"),
            ],
            NextStep = isSelf
                ? "It takes part in no cluster until its process starts anew. Was it cut off, paused, or without processors? The others went on."
                : "Did its process crash, end without leaving the cluster, or lose the network? "
                + "Its shards and singletons move to other nodes, without what they had in memory.",
        };
}
