namespace Akka.Cluster;

/// <summary>Where a member is in its life.</summary>
public enum MemberStatus
{
    Joining = 0,
    Up = 1,
    Leaving = 2,
    Exiting = 3,
    Down = 4,
    Removed = 5,
    WeaklyUp = 6,
}
