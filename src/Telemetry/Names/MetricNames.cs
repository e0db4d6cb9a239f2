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

    /// <summary>Counter: actors that started with an instrumented mailbox.</summary>
    public const string Started = "akka.actor.started";

    /// <summary>Counter: actors of those that stopped.</summary>
    public const string Stopped = "akka.actor.stopped";

    /// <summary>UpDownCounter: actors that have an instrumented mailbox and live.</summary>
    public const string Live = "akka.actor.live";

    /// <summary>UpDownCounter: messages that wait in the mailboxes right now.</summary>
    public const string MailboxDepth = "akka.actor.mailbox.depth";

    /// <summary>Gauge: messages that wait in the fullest mailbox right now.</summary>
    public const string MailboxDepthMax = "akka.actor.mailbox.depth.max";

    /// <summary>Gauge: messages that waited in the fullest mailbox at any run of the last minute.</summary>
    public const string MailboxDepthPeak = "akka.actor.mailbox.depth.peak";

    /// <summary>Gauge: seconds since the oldest waiting message was enqueued.</summary>
    public const string MailboxOldestAge = "akka.actor.mailbox.oldest.age";

    /// <summary>Counter: messages that a mailbox did not take, by reason.</summary>
    public const string MailboxDropped = "akka.actor.mailbox.dropped";

    /// <summary>Histogram: seconds from enqueue to dequeue.</summary>
    public const string WaitDuration = "akka.actor.mailbox.wait.duration";

    /// <summary>Histogram: seconds that the handler worked, awaiting included.</summary>
    public const string ProcessDuration = "akka.actor.process.duration";

    /// <summary>Counter: messages that reached nobody, by reason.</summary>
    public const string DeadLetters = "akka.actor.dead_letters";

    /// <summary>Counter: messages that actors got and did not handle.</summary>
    public const string Unhandled = "akka.actor.unhandled";

    /// <summary>Counter: events that were published for loggers, by level.</summary>
    public const string LogEvents = "akka.log.events";

    /// <summary>Gauge: messages that came into the mailboxes each second.</summary>
    public const string ArrivalRate = "akka.actor.arrival.rate";

    /// <summary>Gauge: messages that the live actors could serve together each second.</summary>
    public const string ServiceRate = "akka.actor.service.rate";

    /// <summary>Gauge: share of their time that the live actors worked on messages, 0 to 1.</summary>
    public const string Utilization = "akka.actor.utilization";

    /// <summary>Gauge: seconds that what waits takes at the present pace; infinite when nothing moves.</summary>
    public const string MailboxDrainTime = "akka.actor.mailbox.drain.time";

    /// <summary>Counter: times that a mailbox grew for longer than <c>akka.instrumentation.pressure.growing-for</c>.</summary>
    public const string MailboxGrowths = "akka.actor.mailbox.growths";

    /// <summary>Counter: times that a handler blocked a thread for longer than <c>akka.instrumentation.blocking.threshold</c>.</summary>
    public const string BlockedHandlers = "akka.actor.blocked";

    /// <summary>Attribute of every metric: name of the actor system, since one process may run several.</summary>
    public const string SystemName = "akka.system.name";

    internal const string Seconds = "s";
    internal const string MessageUnit = "{message}";
    internal const string FailureUnit = "{failure}";
    internal const string RestartUnit = "{restart}";
    internal const string ActorUnit = "{actor}";
    internal const string EventUnit = "{event}";
    internal const string MessagesPerSecond = "{message}/s";
    internal const string Ratio = "1";
}
