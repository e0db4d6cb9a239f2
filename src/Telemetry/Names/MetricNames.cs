namespace AkkaInstrumentation;

/// <summary>
/// Names and units of the instruments. They are a contract: <c>docs/telemetry.md</c> lists them and a test compares.
/// Durations are seconds and counts carry a unit in braces, as the OpenTelemetry semantic conventions ask.
/// </summary>
public static class MetricNames
{
    /// <summary>Counter: messages taken from a mailbox and given to an actor.</summary>
    public const string Messages = "akka.actor.messages";

    /// <summary>Counter: handlers that threw, by <c>error.type</c>.</summary>
    public const string Failures = "akka.actor.failures";

    /// <summary>Counter: restarts that a supervisor ordered.</summary>
    public const string Restarts = "akka.actor.restarts";

    /// <summary>UpDownCounter: actors that have an instrumented mailbox and live.</summary>
    public const string Live = "akka.actor.live";

    /// <summary>UpDownCounter: messages that wait in the mailboxes right now.</summary>
    public const string MailboxDepth = "akka.actor.mailbox.depth";

    /// <summary>Histogram: seconds from enqueue to dequeue.</summary>
    public const string WaitDuration = "akka.actor.mailbox.wait.duration";

    /// <summary>Histogram: seconds that the handler worked, awaiting included.</summary>
    public const string ProcessDuration = "akka.actor.process.duration";

    /// <summary>Attribute of every metric: name of the actor system, since one process may run several.</summary>
    public const string SystemName = "akka.system.name";

    internal const string Seconds = "s";
    internal const string MessageUnit = "{message}";
    internal const string FailureUnit = "{failure}";
    internal const string RestartUnit = "{restart}";
    internal const string ActorUnit = "{actor}";
}
