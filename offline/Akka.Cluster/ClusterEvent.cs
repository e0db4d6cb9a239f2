using System.Collections.Immutable;
using Akka.Actor;

namespace Akka.Cluster;

/// <summary>What a cluster tells its subscribers, and the state that it keeps.</summary>
public class ClusterEvent
{
    public interface IClusterDomainEvent
    {
    }

    public interface IMemberEvent : IClusterDomainEvent
    {
        Member Member { get; }
    }

    public abstract class MemberStatusChange : IMemberEvent
    {
        private protected MemberStatusChange(Member member) => Member = member;

        public Member Member { get; }
    }

    public sealed class MemberRemoved : MemberStatusChange
    {
        public MemberRemoved(Member member, MemberStatus previousStatus)
            : base(member) => PreviousStatus = previousStatus;

        public MemberStatus PreviousStatus { get; }
    }

    public sealed class CurrentClusterState
    {
        private readonly ImmutableDictionary<string, Address> _roleLeaders;

        internal CurrentClusterState(
            ImmutableSortedSet<Member> members, ImmutableHashSet<Member> unreachable, Address leader, ImmutableDictionary<string, Address> roleLeaders) =>
            (Members, Unreachable, Leader, _roleLeaders) = (members, unreachable, leader, roleLeaders);

        public ImmutableSortedSet<Member> Members { get; }

        public ImmutableHashSet<Member> Unreachable { get; }

        public Address Leader { get; }

        public Address RoleLeader(string role) => _roleLeaders.GetValueOrDefault(role)!;
    }
}
