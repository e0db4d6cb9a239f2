using Akka.Cluster;

namespace AkkaInstrumentation;

/// <summary>The words for the status of a member.</summary>
internal static class MemberStatuses
{
    /// <summary>The status of a node that is not a member yet, or not any more.</summary>
    public const string Removed = "removed";

    /// <summary>All of them.</summary>
    public static readonly IReadOnlyList<string> Words = [.. Enum.GetValues<MemberStatus>().Select(Word)];

    public static string Word(MemberStatus status) => status switch
    {
        MemberStatus.Joining => "joining",
        MemberStatus.WeaklyUp => "weakly_up",
        MemberStatus.Up => "up",
        MemberStatus.Leaving => "leaving",
        MemberStatus.Exiting => "exiting",
        MemberStatus.Down => "down",
        _ => Removed,
    };
}
