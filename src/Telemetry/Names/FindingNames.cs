namespace AkkaInstrumentation;

/// <summary>
/// The names of the log records that say that a trouble has begun or ended, and of their attributes. The documentation of telemetry lists them, and a
/// test compares both.
/// </summary>
internal static class FindingEventNames
{
    public const string Ended = "akka.actor_system.ended";
    public const string CutOff = "akka.node.cut_off";
    public const string LostNode = "akka.node.lost";
    public const string Unreachable = "akka.node.unreachable";
    public const string LateNode = "akka.node.late";
    public const string Leaking = "akka.actor.leaking";
    public const string Restarting = "akka.actor.restarting";
    public const string Failing = "akka.actor.failing";
    public const string Blocking = "akka.handler.blocked";
    public const string Awaiting = "akka.handler.awaiting";
    public const string Starved = "akka.dispatcher.starved";
    public const string Growing = "akka.mailbox.growing";
    public const string Late = "akka.message.late";
    public const string Lost = "akka.message.lost";
    public const string Unreadable = "akka.message.unreadable";
    public const string Persisting = "akka.persistence.waiting";
}

/// <summary>The attributes of these records.</summary>
internal static class FindingAttributes
{
    /// <summary>Whether it has begun or ended: one of <see cref="FindingStates"/>.</summary>
    public const string State = "akka.finding.state";

    /// <summary>The kind of the finding, as in the health check.</summary>
    public const string Kind = "akka.finding.kind";

    /// <summary>Whether it makes the actor system degraded or unhealthy.</summary>
    public const string Level = "akka.finding.level";

    /// <summary>A sentence that describes the finding, with its figures.</summary>
    public const string Description = "akka.finding.description";

    /// <summary>How long it has gone on, in seconds.</summary>
    public const string Duration = "akka.finding.duration";

    /// <summary>The dispatcher or the node that it is about.</summary>
    public const string Subject = "akka.finding.subject";
}

/// <summary>The values of <see cref="FindingAttributes.State"/>.</summary>
internal static class FindingStates
{
    public const string Begin = "begin";
    public const string End = "end";
}
