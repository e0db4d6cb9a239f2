namespace AkkaInstrumentation;

/// <summary>
/// A trouble of an actor system that has begun or ended: <see cref="AkkaInsightExtensions.OnFinding"/>. It has no reference to an actor or a message.
/// Immutable.
/// </summary>
/// <param name="Kind">
/// What the health check calls it: <c>growing</c>, <c>late</c>, <c>blocking</c>, <c>awaiting</c>, <c>restarting</c>, <c>failing</c>, <c>lost</c>,
/// <c>starved</c>, <c>lost-node</c>, <c>ended</c>; and <c>late-node</c>, another node whose heartbeats are late.
/// </param>
/// <param name="ActorType">Readable name of the actor's type; empty for a dispatcher or a node.</param>
/// <param name="Path">The actor's path without the address; the id of a dispatcher, the address of a node.</param>
/// <param name="What">What it is, and how much, when it was seen first.</param>
/// <param name="Since">When it began, as far as it is known, UTC.</param>
public sealed record AkkaFinding(string Kind, string ActorType, string Path, string What, DateTime Since)
{
    /// <summary>When it was no longer found, UTC; null while it goes on.</summary>
    public DateTime? EndedAt { get; init; }

    /// <summary>Whether the health check calls it unhealthy, when it was seen first; otherwise degraded.</summary>
    public bool IsUnhealthy { get; init; }
}
