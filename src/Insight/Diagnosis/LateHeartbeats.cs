namespace AkkaInstrumentation;

/// <summary>Another node is late with its heartbeats, but not unreachable yet. If all nodes are late, this node itself is slow.</summary>
internal static class LateHeartbeats
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from cause in Among(seen.Members)
        let troubles = seen.Others.FirstOrDefault(other => other.Address == cause.Subject)?.Troubles ?? []
        select cause with { Evidence = [.. cause.Evidence, .. troubles] };

    /// <summary>The causes among these members, without the troubles that they report themselves.</summary>
    public static IEnumerable<AkkaCause> Among(IReadOnlyList<ClusterMember> members)
    {
        var watched = members.Where(member => member is { IsReachable: true, HeartbeatSeconds: not null }).ToList();
        var late = watched.Where(member => member.IsLate).ToList();
        if (late.Count > 1 && late.Count == watched.Count)
        {
            return
            [
                new(AkkaCauseKinds.LateNode, $"No heartbeat of {late.Count} nodes arrives here in time.", AkkaCertainty.Likely, actor: "")
                {
                    Evidence = [.. late.Select(EvidenceOf)],
                    NextStep = "This node is paused, overloaded or cut off: look at its garbage collections, its processors and its network.",
                },
            ];
        }

        return from member in late
               select new AkkaCause(AkkaCauseKinds.LateNode, $"Heartbeats of {member.Address} are late.", AkkaCertainty.Certain, actor: "")
               {
                   Subject = member.Address,
                   Evidence = [EvidenceOf(member)],
                   NextStep = "Is it paused by garbage collections, out of processors, or is the network slow? "
                       + "Its own page tells; when it is later still, it is unreachable.",
               };
    }

    private static string EvidenceOf(ClusterMember member) =>
        CauseText.Text($"the last heartbeat of {member.Address} came {member.HeartbeatSeconds:0.0} s ago");
}
