using System.Diagnostics.Metrics;
using Akka.Actor;
using Akka.Cluster;

namespace AkkaInstrumentation;

/// <summary>
/// The cluster as one node sees it, for the instruments. It reads the state that the cluster keeps for all readers, an immutable object in a field.
/// So a collection costs no message, and gossip costs nothing. Any thread.
/// </summary>
/// <param name="system">The node's actor system.</param>
/// <param name="tags">The attributes that all its metrics have.</param>
/// <param name="found">Gets the cluster's extension when it exists.</param>
/// <param name="unreachable">Seconds since a member was reported as unreachable; null when that is not known.</param>
/// <param name="heard">The last heartbeat of a member, by its address; null when this node does not watch the member.</param>
internal sealed class MembersSeen(
    ActorSystem system,
        SystemTags tags, Action<Cluster>? found = null, Func<Address, double?>? unreachable = null, Func<string, Heartbeats.Heard?>? heard = null)
{
    /// <summary>The number of addresses, and of roles, that one collection distinguishes. Further ones share
    /// <see cref="FoldedNames.Other"/>.</summary>
    internal const int MaxNames = 100;

    private readonly LateExtension<Cluster> _extension = new(system, found);

    /// <summary>Null while there is no cluster.</summary>
    public Cluster? Extension => _extension.Value;

    // A node that has left keeps its last view for ever.
    private Cluster? Live => Extension is { IsTerminated: false } cluster ? cluster : null;

    /// <summary>All members, the oldest first; null while this node belongs to no cluster.</summary>
    public ClusterReport? Read()
    {
        if (Live is not { State: { Members.IsEmpty: false } state } cluster)
        {
            return null;
        }

        var lost = state.Unreachable.Select(member => member.Address).ToHashSet();
        var byAge = state.Members.Where(HasAge).Order(Member.AgeOrdering).ToList();
        return new(
            cluster.SelfAddress.ToString(),
            [.. byAge.Concat(state.Members.Where(member => !HasAge(member)))
                .Select((member, place) => (Member: member, Place: place, Last: heard?.Invoke(member.Address.ToString())))
                .Select(seen => new ClusterMember(
                    seen.Member.Address.ToString(),
                    MemberStatuses.Word(seen.Member.Status),
                    [.. seen.Member.Roles.Order(StringComparer.Ordinal)],
                    seen.Member.AppVersion.Version,
                    seen.Place < byAge.Count ? seen.Place + 1 : null,
                    seen.Member.Address.Equals(state.Leader),
                    !lost.Contains(seen.Member.Address))
                {
                    UnreachableSeconds = lost.Contains(seen.Member.Address) ? unreachable?.Invoke(seen.Member.Address) ?? 0 : null,
                    HeartbeatSeconds = seen.Last?.Age,
                    IsLate = seen.Last?.IsLate == true,
                })]);
    }

    public IEnumerable<Measurement<long>> ByStatus() =>
        from member in Live?.State.Members ?? []
        group member by member.Status into same
        select Measured(same.Count(), Tag(AkkaMetricAttributes.ClusterMemberStatus, MemberStatuses.Word(same.Key)));

    public IEnumerable<Measurement<long>> ByRole()
    {
        if (Live is not { } cluster)
        {
            return [];
        }

        var members = cluster.State.Members;
        var names = Names(members.SelectMany(member => member.Roles));
        return from member in members
               from role in member.Roles.Select(role => names.Contains(role) ? role : FoldedNames.Other).Distinct()
               group member by (role, member.Status) into same
               select Measured(
                   same.Count(),
                   Tag(AkkaMetricAttributes.ClusterMemberRole, same.Key.role),
                   Tag(AkkaMetricAttributes.ClusterMemberStatus, MemberStatuses.Word(same.Key.Status)));
    }

    public IEnumerable<Measurement<long>> Unreachable()
    {
        if (Live is not { State.Unreachable: { IsEmpty: false } unreachable } cluster)
        {
            return [];
        }

        var names = Names(unreachable.Select(member => member.Address.ToString()));
        return from member in unreachable
               let address = member.Address.ToString()
               group member by (Address: names.Contains(address)
                   ? address : FoldedNames.Other, BySelf: IsUnreachableFor(cluster, member.Address)) into same
               select Measured(
                   same.Count(),
                   Tag(AkkaMetricAttributes.ClusterMemberAddress, same.Key.Address),
                   Tag(AkkaMetricAttributes.ClusterObserver, same.Key.BySelf ? "self" : "others"));
    }

    public IEnumerable<Measurement<long>> Leader() =>
        Live is { } cluster ? [Measured(cluster.SelfAddress.Equals(cluster.State.Leader) ? 1 : 0)] : [];

    public IEnumerable<Measurement<long>> RoleLeader()
    {
        if (Live is not { } cluster)
        {
            return [];
        }

        var state = cluster.State;
        return from role in cluster.SelfRoles.Order(StringComparer.Ordinal).Take(MaxNames)
               select Measured(
                   cluster.SelfAddress.Equals(state.RoleLeader(role)) ? 1 : 0,
                   Tag(AkkaMetricAttributes.ClusterMemberRole, role));
    }

    /// <summary>One value for each status: 1 for that of this node, 0 for the others.</summary>
    public IEnumerable<Measurement<long>> Status()
    {
        if (Extension is not { } cluster)
        {
            return [];
        }

        var own = cluster.IsTerminated ? MemberStatuses.Removed : MemberStatuses.Word(cluster.SelfMember.Status);
        return MemberStatuses.Words.Select(word => Measured(word == own ? 1 : 0, Tag(AkkaMetricAttributes.ClusterMemberStatus, word)));
    }

    /// <summary>None before this node is up: a member has no age until then.</summary>
    public IEnumerable<Measurement<long>> Older()
    {
        if (Live is not { } cluster || cluster.SelfMember is not { Status: MemberStatus.Up or MemberStatus.Leaving or MemberStatus.Exiting } self)
        {
            return [];
        }

        return [Measured(cluster.State.Members.Count(member => member.Status is MemberStatus.Up or MemberStatus.Leaving or MemberStatus.Exiting
            && !member.Equals(self) && member.IsOlderThan(self)))];
    }

    public IEnumerable<Measurement<long>> Downing() =>
        Live is { } cluster
            ? [Measured(1, Tag(AkkaMetricAttributes.ClusterDowningProviderType, TypeNames.Get(cluster.Settings.DowningProviderType)))]
            : [];

    // A member that was never up has none.
    private static bool HasAge(Member member) => member.Status is not (MemberStatus.Joining or MemberStatus.WeaklyUp);

    // Asks the failure detector of this node. A detector that does not watch a node considers it available.
    private static bool IsUnreachableFor(Cluster cluster, Address address) => !cluster.FailureDetector.IsAvailable(address);

    internal static HashSet<string> Names(IEnumerable<string> names) => [.. names.Distinct().Order(StringComparer.Ordinal).Take(MaxNames)];

    private static KeyValuePair<string, object?> Tag(string key, string value) => new(key, ForeignText.Clean(value));

    private Measurement<long> Measured(long value, params ReadOnlySpan<KeyValuePair<string, object?>> more) => new(value, tags.With(more));
}
