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

    /// <summary>Counter: messages that actors stashed, each time it happened.</summary>
    public const string StashMessages = "akka.actor.stash.messages";

    /// <summary>Histogram: seconds from the stashing of a message to its unstashing, each time.</summary>
    public const string StashDuration = "akka.actor.stash.duration";

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

    /// <summary>Histogram: seconds from giving a mailbox to the executor to its run.</summary>
    public const string DispatcherDelay = "akka.dispatcher.delay";

    /// <summary>Histogram: messages of one run of a mailbox.</summary>
    public const string DispatcherBatchSize = "akka.dispatcher.batch.size";

    /// <summary>Counter: runs of mailboxes.</summary>
    public const string DispatcherRuns = "akka.dispatcher.runs";

    /// <summary>Counter: seconds that runs of mailboxes occupied threads.</summary>
    public const string DispatcherBusyTime = "akka.dispatcher.busy.time";

    /// <summary>Counter: seconds that handlers occupied threads, by dispatcher, actor type and message type.</summary>
    public const string ActorBusyTime = "akka.actor.busy.time";

    /// <summary>Counter: seconds that the instrumentation itself took of dispatchers' threads.</summary>
    public const string SelfTime = "akka.instrumentation.time";

    /// <summary>Counter: seconds that collections walked over mailboxes.</summary>
    public const string SelfCollectionTime = "akka.instrumentation.collection.time";

    /// <summary>Counter: messages that would have begun a trace but for <c>ratio</c> or <c>budget</c>.</summary>
    public const string SelfSuppressedSpans = "akka.instrumentation.spans.suppressed";

    /// <summary>Counter: callbacks (listeners, filters and the like) that threw.</summary>
    public const string SelfFaults = "akka.instrumentation.callback.failures";

    /// <summary>Counter: notes that were allocated because none was free.</summary>
    public const string SelfNotes = "akka.instrumentation.notes.allocated";

    /// <summary>Attribute of every metric that is not the whole process': name of the actor system, since one process may run several.</summary>
    public const string SystemName = "akka.system.name";

    internal const string Seconds = "s";
    internal const string MessageUnit = "{message}";
    internal const string FailureUnit = "{failure}";
    internal const string RestartUnit = "{restart}";
    internal const string ActorUnit = "{actor}";
    internal const string EventUnit = "{event}";
    internal const string RunUnit = "{run}";
    internal const string SpanUnit = "{span}";
    internal const string NoteUnit = "{note}";
    internal const string MessagesPerSecond = "{message}/s";
    internal const string Ratio = "1";
}
