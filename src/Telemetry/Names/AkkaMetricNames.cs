namespace AkkaInstrumentation;

/// <summary>
/// Names of the metrics, for views and queries. They are a contract: <c>docs/telemetry.md</c> lists them with instrument, unit and
/// attributes, and a test compares both. A dot separates namespaces, an underscore separates the words of one name. No metric's name is the namespace
/// of another. A constant has the name of its metric without "akka". Durations are in seconds.
/// </summary>
public static class AkkaMetricNames
{
    /// <summary>Counter: messages taken from a mailbox and given to an actor.</summary>
    public const string ActorMessages = "akka.actor.messages";

    /// <summary>Counter: handlers that threw, by <c>error.type</c>.</summary>
    public const string ActorFailures = "akka.actor.failures";

    /// <summary>Counter: restarts that a supervisor ordered.</summary>
    public const string ActorRestarts = "akka.actor.restarts";

    /// <summary>Counter: actors that started with an instrumented mailbox.</summary>
    public const string ActorStarted = "akka.actor.started";

    /// <summary>Counter: actors that had an instrumented mailbox and stopped.</summary>
    public const string ActorStopped = "akka.actor.stopped";

    /// <summary>UpDownCounter: running actors with an instrumented mailbox.</summary>
    public const string ActorLive = "akka.actor.live";

    /// <summary>UpDownCounter: messages that wait in the mailboxes now.</summary>
    public const string MailboxDepth = "akka.mailbox.depth";

    /// <summary>Gauge: messages that wait in the fullest mailbox now.</summary>
    public const string MailboxMaxDepth = "akka.mailbox.max_depth";

    /// <summary>Gauge: largest number of messages that waited in one mailbox at any run of the last minute.</summary>
    public const string MailboxPeakDepth = "akka.mailbox.peak_depth";

    /// <summary>Gauge: seconds since the oldest waiting message was enqueued.</summary>
    public const string MailboxOldestAge = "akka.mailbox.oldest_age";

    /// <summary>Counter: messages that a mailbox rejected, by reason.</summary>
    public const string MailboxDropped = "akka.mailbox.dropped";

    /// <summary>Histogram: seconds from enqueue to dequeue.</summary>
    public const string MailboxWaitDuration = "akka.mailbox.wait.duration";

    /// <summary>Histogram: seconds that the handler worked, awaiting included.</summary>
    public const string ActorProcessDuration = "akka.actor.process.duration";

    /// <summary>Counter: messages that actors stashed. Each stash counts.</summary>
    public const string StashMessages = "akka.stash.messages";

    /// <summary>Histogram: seconds from the stashing of a message to its unstashing. Each stay counts.</summary>
    public const string StashDuration = "akka.stash.duration";

    /// <summary>Histogram: seconds from a persistent actor's command handler to the handler of its event, by the journal's answer.</summary>
    public const string PersistenceWriteDuration = "akka.persistence.write.duration";

    /// <summary>Histogram: seconds from the start of a persistent actor to the end of its recovery.</summary>
    public const string PersistenceRecoveryDuration = "akka.persistence.recovery.duration";

    /// <summary>Histogram: events that a recovery of a persistent actor replayed.</summary>
    public const string PersistenceRecoveryEvents = "akka.persistence.recovery.events";

    /// <summary>Counter: messages that reached no actor, by reason.</summary>
    public const string ActorDeadLetters = "akka.actor.dead_letters";

    /// <summary>Counter: messages that actors received and did not handle.</summary>
    public const string ActorUnhandled = "akka.actor.unhandled";

    /// <summary>Counter: events published for loggers, by level.</summary>
    public const string LogEvents = "akka.log.events";

    /// <summary>Gauge: share of their time in which the running actors worked on messages, 0 to 1.</summary>
    public const string ActorUtilization = "akka.actor.utilization";

    /// <summary>Gauge: seconds to process the waiting messages at the present rate; infinite when none are processed.</summary>
    public const string MailboxDrainTime = "akka.mailbox.drain_time";

    /// <summary>Counter: times that a mailbox grew for longer than <c>akka.instrumentation.pressure.growing-for</c>.</summary>
    public const string MailboxGrowths = "akka.mailbox.growths";

    /// <summary>Counter: times that a handler blocked a thread for longer than <c>akka.instrumentation.blocking.threshold</c>.</summary>
    public const string ActorBlocked = "akka.actor.blocked";

    /// <summary>Histogram: seconds from scheduling a mailbox on the executor to its run.</summary>
    public const string DispatcherDelay = "akka.dispatcher.delay";

    /// <summary>Histogram: messages per run of a mailbox.</summary>
    public const string DispatcherBatchSize = "akka.dispatcher.batch_size";

    /// <summary>Counter: runs of mailboxes.</summary>
    public const string DispatcherRuns = "akka.dispatcher.runs";

    /// <summary>Counter: seconds that runs of mailboxes occupied threads.</summary>
    public const string DispatcherBusyTime = "akka.dispatcher.busy_time";

    /// <summary>Counter: seconds that handlers occupied threads, by dispatcher, actor type and message type.</summary>
    public const string ActorBusyTime = "akka.actor.busy_time";

    /// <summary>Counter: seconds that the instrumentation itself took on dispatchers' threads.</summary>
    public const string InstrumentationTime = "akka.instrumentation.time";

    /// <summary>Counter: seconds that collections needed to walk over mailboxes.</summary>
    public const string InstrumentationCollectionTime = "akka.instrumentation.collection_time";

    /// <summary>Counter: messages that begin no trace because of <c>ratio</c> or <c>budget</c>.</summary>
    public const string InstrumentationSpansSuppressed = "akka.instrumentation.spans.suppressed";

    /// <summary>Counter: exceptions from callbacks (listeners, filters and similar code).</summary>
    public const string InstrumentationCallbackFailures = "akka.instrumentation.callback_failures";

    /// <summary>Counter: metadata objects (a message's time and origin) that were allocated because the pool had none free.</summary>
    public const string InstrumentationMetadataAllocated = "akka.instrumentation.metadata.allocated";

    internal const string Seconds = "s";
    internal const string MessageUnit = "{message}";
    internal const string FailureUnit = "{failure}";
    internal const string RestartUnit = "{restart}";
    internal const string ActorUnit = "{actor}";
    internal const string EventUnit = "{event}";
    internal const string RunUnit = "{run}";
    internal const string SpanUnit = "{span}";
    internal const string ObjectUnit = "{object}";
    internal const string Ratio = "1";
}
