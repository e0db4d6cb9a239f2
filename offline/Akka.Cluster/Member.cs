using System.Collections.Immutable;
using Akka.Actor;

namespace Akka.Cluster;

/// <summary>A node of a cluster. Two of the same address are one member. Immutable.</summary>
public class Member
{
    private readonly int _upNumber;

    internal Member(Address address, ImmutableHashSet<string> roles, MemberStatus status, int upNumber)
    {
        (Address, Roles, Status, _upNumber) = (address, roles, status, upNumber);
    }

    public Address Address { get; }

    public ImmutableHashSet<string> Roles { get; }

    public MemberStatus Status { get; }

    public bool IsOlderThan(Member other) =>
        _upNumber == other._upNumber ? Address.CompareTo(other.Address) < 0 : _upNumber < other._upNumber;

    public override bool Equals(object? obj) => obj is Member other && Address.Equals(other.Address);

    public override int GetHashCode() => Address.GetHashCode();

    internal static IComparer<Member> ByAddress { get; } = Comparer<Member>.Create((one, other) => one.Address.CompareTo(other.Address));

    internal Member With(MemberStatus status, int? upNumber = null) => new(Address, Roles, status, upNumber ?? _upNumber);
}
