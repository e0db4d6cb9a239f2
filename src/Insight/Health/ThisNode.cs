namespace AkkaInstrumentation;

/// <summary>
/// A trouble of this node itself that looks like one of the other nodes: it was suspended, or it cannot reach most other members.
/// </summary>
/// <param name="Address">Its own address.</param>
/// <param name="Away">Addresses of the members that cannot be reached.</param>
/// <param name="Members">The number of members, including this one.</param>
internal sealed record ThisNode(string Address, IReadOnlyList<string> Away, int Members)
{
    /// <summary>A suspension of the process within the last minute; null for none.</summary>
    public Standstill? Stood { get; init; }

    /// <summary>The minimum time for which it has lasted.</summary>
    public double Seconds { get; init; }

    /// <summary>The trouble, as the rest of a sentence about this node.</summary>
    public string What => Stood is { } stood ? stood.ToString()
        : Away.Count == Members - 1 ? $"is cut off: none of the {Away.Count} other members can be reached"
        : $"is cut off: {Away.Count} of {Members} members cannot be reached";

    /// <param name="cluster">The cluster as this node sees it; null for none.</param>
    /// <param name="stood">A suspension of the process; null for none.</param>
    /// <returns>None without a cluster. In a cluster of two, neither node can know which of them is cut off.</returns>
    public static Findings<ThisNode> In(ClusterReport? cluster, Standstill? stood)
    {
        if (cluster is not { Members.Count: > 1 })
        {
            return Findings<ThisNode>.None;
        }

        var away = cluster.Members.Where(member => !member.IsReachable && member.Address != cluster.Self).ToList();
        var isCutOff = away.Count > 1 && 2 * away.Count > cluster.Members.Count;
        return stood is null && !isCutOff ? Findings<ThisNode>.None : new(1,
        [
            new(cluster.Self, [.. away.Select(member => member.Address)], cluster.Members.Count)
            {
                Stood = stood,
                Seconds = stood is null ? away.Min(member => member.UnreachableSeconds ?? 0) : stood.Seconds + stood.AgoSeconds,
            },
        ]);
    }
}
