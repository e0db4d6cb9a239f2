namespace AkkaInstrumentation;

/// <summary>
/// What is wrong with this node itself, where it looks as if the others were to blame: it stood still, or most other members cannot be reached.
/// </summary>
/// <param name="Address">Its own address.</param>
/// <param name="Away">Addresses of the members that cannot be reached.</param>
/// <param name="Members">How many members there are, with this one.</param>
internal sealed record ThisNode(string Address, IReadOnlyList<string> Away, int Members)
{
    /// <summary>The process stood still within the last minute; null for not.</summary>
    public Standstill? Stood { get; init; }

    /// <summary>For how long, at least.</summary>
    public double Seconds { get; init; }

    /// <summary>What it is, as the rest of a sentence about this node.</summary>
    public string What => Stood is { } stood ? stood.ToString()
        : Away.Count == Members - 1 ? $"is cut off: none of the {Away.Count} other members can be reached"
        : $"is cut off: {Away.Count} of {Members} members cannot be reached";

    /// <param name="cluster">The cluster as this node sees it; null for none.</param>
    /// <param name="stood">Whether it stood still.</param>
    /// <returns>None without a cluster. Of two nodes neither knows which of them is cut off.</returns>
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
