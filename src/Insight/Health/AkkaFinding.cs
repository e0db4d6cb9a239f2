using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// A trouble of an actor system that has begun or ended: <see cref="AkkaInsight.OnFinding"/>. It has no reference to an actor or a message.
/// Immutable.
/// </summary>
[Experimental(Experiments.FindingsId)]
public sealed record AkkaFinding
{
    /// <summary>The kind of the trouble, as in the health check: one of <see cref="AkkaFindingKinds"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>Readable name of the actor's type; empty for a dispatcher or a node.</summary>
    public required string ActorType { get; init; }

    /// <summary>The actor's path without the address; the id of a dispatcher, the address of a node.</summary>
    public required string Subject { get; init; }

    /// <summary>The trouble in a sentence with its figures, as it was when it was first seen.</summary>
    public required string Description { get; init; }

    /// <summary>When it began, as far as it is known, UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>
    /// When it ended, UTC; null while it goes on. A trouble that is counted within a period (failures, restarts, lost messages) ends with the last
    /// event, which is known when no other event has followed for that period.
    /// </summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>Whether it has ended: <see cref="EndedAt"/> is known.</summary>
    public bool HasEnded => EndedAt is not null;

    /// <summary>Whether the health check rated it unhealthy when it was first seen; otherwise it was degraded.</summary>
    public bool IsUnhealthy { get; init; }

    /// <summary>The pause between two similar findings up to which they count as one.</summary>
    internal static TimeSpan Pause { get; } = TimeSpan.FromMinutes(1);

    /// <summary>How many findings it stands for, including earlier similar ones for which there was no room any more.</summary>
    internal int Count { get; init; } = 1;

    /// <summary>The description of its worst state so far.</summary>
    internal string Worst { get; init; } = "";

    /// <summary>The size of its worst state: larger is worse, among findings of one kind.</summary>
    internal double Size { get; init; }

    /// <summary>Whether it has been unhealthy so far.</summary>
    internal bool WasUnhealthy { get; init; }

    /// <summary>
    /// The key of findings that share a row: those of one kind and one actor type. A dispatcher and a node have no type, and messages of one type can
    /// be lost in several ways.
    /// </summary>
    internal (string Kind, string ActorType, string Which) Alike =>
        (Kind, ActorType, ActorType.Length == 0 ? Subject : Kind == AkkaFindingKinds.Lost ? Description.TrimStart(Digits) : "");

    private static readonly char[] Digits = [.. "0123456789"];
}

/// <summary>
/// The values of <see cref="AkkaFinding.Kind"/>, and the keys of the health check's data. They do not change; later versions may add more.
/// </summary>
[Experimental(Experiments.FindingsId)]
public static class AkkaFindingKinds
{
    /// <summary>The actor system has ended.</summary>
    public const string Ended = "ended";

    /// <summary>This node was suspended, or cannot reach most of the other nodes.</summary>
    public const string CutOff = "cut_off";

    /// <summary>The number of living actors of a type keeps growing.</summary>
    public const string Leaking = "leaking";

    /// <summary>The cluster removed a node.</summary>
    public const string LostNode = "lost_node";

    /// <summary>The cluster cannot reach a node.</summary>
    public const string Unreachable = "unreachable";

    /// <summary>Heartbeats of another node are late.</summary>
    public const string LateNode = "late_node";

    /// <summary>A handler blocks its thread.</summary>
    public const string Blocking = "blocking";

    /// <summary>A handler has awaited for too long.</summary>
    public const string Awaiting = "awaiting";

    /// <summary>A dispatcher lacks threads.</summary>
    public const string Starved = "starved";

    /// <summary>A mailbox grows.</summary>
    public const string Growing = "growing";

    /// <summary>The oldest message of an actor has waited too long.</summary>
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
