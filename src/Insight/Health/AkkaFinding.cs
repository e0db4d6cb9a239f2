using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// A trouble of an actor system that has begun or ended: <see cref="AkkaInsight.OnFinding"/>. It has no reference to an actor or a message.
/// Immutable.
/// </summary>
[Experimental(Experiments.FindingsId)]
public sealed record AkkaFinding
{
    /// <summary>What the health check calls it: one of <see cref="AkkaFindingKinds"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>Readable name of the actor's type; empty for a dispatcher or a node.</summary>
    public required string ActorType { get; init; }

    /// <summary>The actor's path without the address; the id of a dispatcher, the address of a node.</summary>
    public required string Subject { get; init; }

    /// <summary>What it is, and how much, when it was seen first.</summary>
    public required string Description { get; init; }

    /// <summary>When it began, as far as it is known, UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>
    /// When it ended, UTC; null while it goes on. What is counted in a time (failures, restarts, lost messages) ends with the last of them, which
    /// is known when no other has followed for that time.
    /// </summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>Whether it has ended: <see cref="EndedAt"/> is known.</summary>
    public bool HasEnded => EndedAt is not null;

    /// <summary>Whether the health check calls it unhealthy, when it was seen first; otherwise degraded.</summary>
    public bool IsUnhealthy { get; init; }

    /// <summary>Findings that follow each other after a shorter pause go on.</summary>
    internal static TimeSpan Pause { get; } = TimeSpan.FromMinutes(1);

    /// <summary>How many findings it stands for: also for earlier ones that were alike and for which there was no room any more.</summary>
    internal int Count { get; init; } = 1;

    /// <summary>What it was at its worst so far.</summary>
    internal string Worst { get; init; } = "";

    /// <summary>How bad that was: larger is worse, among findings of one kind.</summary>
    internal double Size { get; init; }

    /// <summary>Whether it has been unhealthy so far.</summary>
    internal bool WasUnhealthy { get; init; }

    /// <summary>
    /// The same for findings that are one row: of one kind and one actor type. A dispatcher and a node have no type, and messages of one type can be
    /// lost in several ways.
    /// </summary>
    internal (string Kind, string ActorType, string Which) Alike =>
        (Kind, ActorType, ActorType.Length == 0 ? Subject : Kind == AkkaFindingKinds.Lost ? Description.TrimStart(Digits) : "");

    private static readonly char[] Digits = [.. "0123456789"];
}

/// <summary>
/// The values of <see cref="AkkaFinding.Kind"/>, and the keys of the health check's data. They do not change; later versions add more.
/// </summary>
[Experimental(Experiments.FindingsId)]
public static class AkkaFindingKinds
{
    /// <summary>The actor system has ended.</summary>
    public const string Ended = "ended";

    /// <summary>This node stood still, or cannot reach most of the others.</summary>
    public const string CutOff = "cut_off";

    /// <summary>Ever more actors of a type live.</summary>
    public const string Leaking = "leaking";

    /// <summary>The cluster removed a node.</summary>
    public const string LostNode = "lost_node";

    /// <summary>The cluster cannot reach a node.</summary>
    public const string Unreachable = "unreachable";

    /// <summary>Heartbeats of another node are late.</summary>
    public const string LateNode = "late_node";

    /// <summary>A handler blocks its thread.</summary>
    public const string Blocking = "blocking";

    /// <summary>A handler awaits for long.</summary>
    public const string Awaiting = "awaiting";

    /// <summary>A dispatcher lacks threads.</summary>
    public const string Starved = "starved";

    /// <summary>A mailbox grows.</summary>
    public const string Growing = "growing";

    /// <summary>The oldest message of an actor is old.</summary>
    public const string Late = "late";

    /// <summary>A persistent actor waits for its journal.</summary>
    public const string Persisting = "persisting";

    /// <summary>Messages between nodes cannot be written or read.</summary>
    public const string Unreadable = "unreadable";

    /// <summary>Messages are lost.</summary>
    public const string Lost = "lost";

    /// <summary>An actor restarts too often.</summary>
    public const string Restarting = "restarting";

    /// <summary>Actors fail repeatedly, or get failures as messages.</summary>
    public const string Failing = "failing";
}
