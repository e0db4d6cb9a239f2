namespace AkkaInstrumentation;

/// <summary>
/// Names of the metrics. They are a contract: the documentation of telemetry lists them with instrument, unit and
/// attributes, and a test compares both. A dot separates namespaces, an underscore separates the words of one name. No metric's name is the namespace
/// of another. A constant has the name of its metric without "akka". Durations are in seconds.
/// </summary>
internal static class AkkaMetricNames
{
    /// <summary>Counter: messages taken from a mailbox and given to an actor.</summary>
    public const string ActorMessages = "akka.actor.messages";

    /// <summary>Counter: handlers that threw, starts, recoveries and writes that failed, by <c>error.type</c>.</summary>
    public const string ActorFailures = "akka.actor.failures";

    /// <summary>
    /// Counter: messages from actors of one type to actors of another, by message type. An estimate from the messages that are timed.
    /// </summary>
    public const string ActorFlowMessages = "akka.actor.flow.messages";

    /// <summary>Counter: those of <see cref="ActorFlowMessages"/> whose handlers threw. Exact.</summary>
    public const string ActorFlowFailures = "akka.actor.flow.failures";

    /// <summary>Counter: restarts that a supervisor ordered.</summary>
    public const string ActorRestarts = "akka.actor.restarts";

    /// <summary>Counter: failed messages that actors sent themselves again while they restarted.</summary>
    public const string ActorRetries = "akka.actor.retries";

    /// <summary>
    /// Counter: messages <c>Status.Failure</c> by the type of the actor that gets them, of the actor that answers or was asked
    /// (<c>akka.sender.type</c>), and <c>error.type</c>.
    /// </summary>
    public const string ActorErrorReplies = "akka.actor.error_replies";

    /// <summary>Counter: actors that started with an instrumented mailbox.</summary>
    public const string ActorStarted = "akka.actor.started";

    /// <summary>Counter: actors that had an instrumented mailbox and stopped.</summary>
    public const string ActorStopped = "akka.actor.stopped";

    /// <summary>UpDownCounter: running actors with an instrumented mailbox.</summary>
    public const string ActorLive = "akka.actor.live";

    /// <summary>Counter: bytes that handlers allocated on their threads, by message type. An estimate from the messages that are timed.</summary>
    public const string ActorAllocated = "akka.actor.allocated";

    /// <summary>UpDownCounter: 1 for the state of a circuit breaker that the application has named, 0 for the other states.</summary>
    public const string CircuitBreakerStatus = "akka.circuit_breaker.status";

    /// <summary>Counter: times that a circuit breaker opened.</summary>
    public const string CircuitBreakerOpenings = "akka.circuit_breaker.openings";

    /// <summary>Histogram: seconds by which the instrumented scheduler sent a message later than it was due.</summary>
    public const string SchedulerLateness = "akka.scheduler.lateness";

    /// <summary>UpDownCounter: messages that the instrumented scheduler has yet to send.</summary>
    public const string SchedulerPending = "akka.scheduler.pending";

    /// <summary>Counter: elements that passed a named stage of a stream.</summary>
    public const string StreamElements = "akka.stream.elements";

    /// <summary>UpDownCounter: stages of a name that run.</summary>
    public const string StreamRunning = "akka.stream.running";

    /// <summary>Counter: stages that ended without a failure.</summary>
    public const string StreamCompletions = "akka.stream.completions";

    /// <summary>Counter: stages that ended with a failure, by its type.</summary>
    public const string StreamFailures = "akka.stream.failures";

    /// <summary>Counter: seconds that a stage waited, by what it waited for: an element, or demand.</summary>
    public const string StreamWaitTime = "akka.stream.wait.time";

    /// <summary>Gauge: seconds since the latest element of the stage that has waited longest for demand.</summary>
    public const string StreamDemandOldestAge = "akka.stream.demand.oldest_age";

    /// <summary>UpDownCounter: messages that wait in the mailboxes now.</summary>
    public const string MailboxDepth = "akka.mailbox.depth";

    /// <summary>Gauge: messages that wait in the fullest mailbox now.</summary>
    public const string MailboxMaxDepth = "akka.mailbox.max_depth";

    /// <summary>Gauge: largest number of messages that waited in one mailbox at any run of the last minute.</summary>
    public const string MailboxPeakDepth = "akka.mailbox.peak_depth";

    /// <summary>Gauge: seconds since the oldest waiting message was enqueued.</summary>
    public const string MailboxOldestAge = "akka.mailbox.oldest_age";

    /// <summary>Counter: messages that a mailbox rejected, by reason.</summary>
    public const string MailboxMessageDropped = "akka.mailbox.message.dropped";

    /// <summary>Histogram: seconds from enqueue to dequeue.</summary>
    public const string MailboxWaitDuration = "akka.mailbox.wait.duration";

    /// <summary>Histogram: seconds that the handler worked, awaiting included.</summary>
    public const string ActorProcessDuration = "akka.actor.process.duration";

    /// <summary>Counter: messages that actors stashed. Each stash counts.</summary>
    public const string StashMessages = "akka.stash.messages";

    /// <summary>Histogram: seconds from the stashing of a message to its unstashing. Each stay counts.</summary>
    public const string StashDuration = "akka.stash.duration";

    /// <summary>
    /// Histogram: seconds from a question to the end of its <c>Ask</c>: answer, failure, time-out or cancellation. Only where a reference provider of
    /// <c>AkkaInstrumentation.Remote</c> or <c>AkkaInstrumentation.Cluster</c> is in use.
    /// </summary>
    public const string AskDuration = "akka.ask.duration";

    /// <summary>Histogram: seconds from a persistent actor's command handler to the handler of its event, by the journal's answer.</summary>
    public const string PersistenceWriteDuration = "akka.persistence.write.duration";

    /// <summary>Histogram: seconds from the start of a persistent actor to the end of its recovery.</summary>
    public const string PersistenceRecoveryDuration = "akka.persistence.recovery.duration";

    /// <summary>Histogram: events that a recovery of a persistent actor replayed.</summary>
    public const string PersistenceRecoveryEvents = "akka.persistence.recovery.events";

    /// <summary>Commands that wait for a persistent actor's writes or recovery.</summary>
    public const string PersistenceStashDepth = "akka.persistence.stash.depth";

    /// <summary>Time since the actor got the oldest of these commands.</summary>
    public const string PersistenceStashOldestAge = "akka.persistence.stash.oldest_age";

    /// <summary>Time since the oldest write without an answer was sent.</summary>
    public const string PersistenceWriteOldestAge = "akka.persistence.write.oldest_age";

    /// <summary>Recoveries that have begun and not ended.</summary>
    public const string PersistenceRecoveryCount = "akka.persistence.recovery.count";

    /// <summary>Time since the start of the oldest recovery that has not ended.</summary>
    public const string PersistenceRecoveryOldestAge = "akka.persistence.recovery.oldest_age";

    /// <summary>Counter: messages that reached no actor, by reason.</summary>
    public const string ActorDeadLetters = "akka.actor.dead_letters";

    /// <summary>Counter: messages that actors received and did not handle.</summary>
    public const string ActorMessageUnhandled = "akka.actor.message.unhandled";

    /// <summary>Counter: events published for loggers, by level.</summary>
    public const string LogEvents = "akka.log.events";

    /// <summary>Gauge: share of their time in which the running actors worked on messages, 0 to 1.</summary>
    public const string ActorUtilization = "akka.actor.utilization";

    /// <summary>Gauge: seconds to process the waiting messages at the present rate; infinite when none are processed.</summary>
    public const string MailboxDrainTimeLeft = "akka.mailbox.drain.time_left";

    /// <summary>Counter: times that a mailbox grew for longer than <c>akka.instrumentation.pressure.growing-for</c>.</summary>
    public const string MailboxGrowths = "akka.mailbox.growths";

    /// <summary>Counter: times that a handler blocked a thread for longer than <c>akka.instrumentation.blocking.threshold</c>.</summary>
    public const string ActorHandlerBlocked = "akka.actor.handler.blocked";

    /// <summary>Histogram: seconds from scheduling a mailbox on the executor to its run.</summary>
    public const string DispatcherWaitDuration = "akka.dispatcher.wait.duration";

    /// <summary>Histogram: messages per run of a mailbox.</summary>
    public const string DispatcherBatchSize = "akka.dispatcher.batch.size";

    /// <summary>Counter: runs of mailboxes.</summary>
    public const string DispatcherRuns = "akka.dispatcher.runs";

    /// <summary>Counter: seconds that runs of mailboxes occupied threads.</summary>
    public const string DispatcherBusyTime = "akka.dispatcher.busy.time";

    /// <summary>Counter: seconds that handlers occupied threads, by dispatcher, actor type and message type.</summary>
    public const string ActorBusyTime = "akka.actor.busy.time";

    /// <summary>Counter: associations with other nodes, by address and direction.</summary>
    public const string RemoteAssociations = "akka.remote.associations";

    /// <summary>
    /// Counter: incarnations of other nodes that were quarantined, and quarantines of this one by others, by address and direction.
    /// </summary>
    public const string RemoteQuarantines = "akka.remote.quarantines";

    /// <summary>Counter: errors of associations, by address.</summary>
    public const string RemoteErrors = "akka.remote.errors";

    /// <summary>Counter: messages sent to references of other nodes, by address.</summary>
    public const string RemoteMessageSent = "akka.remote.message.sent";

    /// <summary>Histogram: bytes of serialized messages to and from other nodes, for a sample of each message type.</summary>
    public const string RemoteMessageSize = "akka.remote.message.size";

    /// <summary>Histogram: seconds to serialize or deserialize a message to or from another node, for a sample of each message type.</summary>
    public const string RemoteSerializationDuration = "akka.remote.serialization.duration";

    /// <summary>Messages between nodes that a serializer could not write or read.</summary>
    public const string RemoteSerializationFailures = "akka.remote.serialization.failures";

    /// <summary>Counter: messages sent to other nodes above half of the transport's largest frame. An estimate from the sample.</summary>
    public const string RemoteLargeMessages = "akka.remote.large_messages";

    /// <summary>Counter: messages that could not be sent to other nodes. An estimate from the sample.</summary>
    public const string RemoteMessageDropped = "akka.remote.message.dropped";

    /// <summary>Counter: messages that were sent or received together with their context, by direction.</summary>
    public const string RemoteEnvelopes = "akka.remote.envelopes";

    /// <summary>Counter: bytes that contexts added to messages, by direction.</summary>
    public const string RemoteContextIo = "akka.remote.context.io";

    /// <summary>Counter: contexts, or parts of them, that were not sent or not read, by reason.</summary>
    public const string RemoteContextRefused = "akka.remote.context.refused";

    /// <summary>Histogram: seconds between two heartbeats of another node, by address and failure detector.</summary>
    public const string RemoteHeartbeatInterval = "akka.remote.heartbeat.interval";

    /// <summary>Gauge: seconds since the last heartbeat of another node, by address and failure detector.</summary>
    public const string RemoteHeartbeatAge = "akka.remote.heartbeat.age";

    /// <summary>
    /// Gauge: phi of another node, by address and failure detector. The node is unreachable above the detector's threshold, 8 by default
    /// (cluster) or 10 (watch).
    /// </summary>
    public const string RemoteHeartbeatPhi = "akka.remote.heartbeat.phi";

    /// <summary>Counter: seconds that the instrumentation itself took on dispatchers' threads.</summary>
    public const string InstrumentationTime = "akka.instrumentation.time";

    /// <summary>Counter: seconds that collections needed to walk over mailboxes.</summary>
    public const string InstrumentationCollectionTime = "akka.instrumentation.collection.time";

    /// <summary>Counter: messages that begin no trace because of <c>ratio</c> or <c>budget</c>.</summary>
    public const string InstrumentationSpanSuppressed = "akka.instrumentation.span.suppressed";

    /// <summary>Counter: exceptions from callbacks (listeners, filters and similar code).</summary>
    public const string InstrumentationCallbackFailures = "akka.instrumentation.callback.failures";

    /// <summary>Gauge: members of the cluster as this node sees it, by status.</summary>
    public const string ClusterMembers = "akka.cluster.members";

    /// <summary>Gauge: the same by role. A member with several roles counts for each.</summary>
    public const string ClusterRoleMembers = "akka.cluster.role_members";

    /// <summary>
    /// Gauge: 1 for each member that a node of the cluster cannot reach, by its address and by whether this node cannot reach it itself.
    /// </summary>
    public const string ClusterUnreachableMembers = "akka.cluster.unreachable_members";

    /// <summary>UpDownCounter: 1 on the node that takes itself for the cluster's leader, 0 on the others.</summary>
    public const string ClusterLeader = "akka.cluster.leader";

    /// <summary>UpDownCounter: the same for the leader of each role that this node has.</summary>
    public const string ClusterRoleLeader = "akka.cluster.role_leader";

    /// <summary>UpDownCounter: 1 for this node's own status, 0 for each other one.</summary>
    public const string ClusterStatus = "akka.cluster.status";

    /// <summary>Gauge: members that have been up for longer than this node; 0 on the oldest one.</summary>
    public const string ClusterOlderMembers = "akka.cluster.older_members";

    /// <summary>Counter: members that this node saw removed, by the status that they had before.</summary>
    public const string ClusterRemovals = "akka.cluster.removals";

    /// <summary>UpDownCounter: 1 for the downing provider that this node has.</summary>
    public const string ClusterDowning = "akka.cluster.downing";

    /// <summary>UpDownCounter: singletons that run on this node, by their manager's path.</summary>
    public const string ClusterSingletonCount = "akka.cluster.singleton.count";

    /// <summary>Gauge: nodes of the cluster with a region for the entity type.</summary>
    public const string ClusterShardingRegions = "akka.cluster.sharding.regions";

    /// <summary>UpDownCounter: shards of the entity type on this node.</summary>
    public const string ClusterShardingShardCount = "akka.cluster.sharding.shard.count";

    /// <summary>UpDownCounter: entities of the type that live on this node.</summary>
    public const string ClusterShardingEntityCount = "akka.cluster.sharding.entity.count";

    /// <summary>Gauge: seconds since the region's last answer, which is the source of the other values.</summary>
    public const string ClusterShardingAnswerAge = "akka.cluster.sharding.answer_age";

    /// <summary>Counter: hand-offs of shards that this node's coordinator has begun.</summary>
    public const string ClusterShardingHandoffs = "akka.cluster.sharding.handoffs";

    /// <summary>UpDownCounter: messages that the shard regions of this node keep until the home of their shard is known.</summary>
    public const string ClusterShardingBufferDepth = "akka.cluster.sharding.buffer.depth";

    /// <summary>Gauge: seconds since the region got the oldest of them.</summary>
    public const string ClusterShardingBufferOldestAge = "akka.cluster.sharding.buffer.oldest_age";

    /// <summary>Histogram: seconds that a region kept a message until the home of its shard was known.</summary>
    public const string ClusterShardingBufferDuration = "akka.cluster.sharding.buffer.duration";

    /// <summary>Counter: messages that a region or shard kept when it stopped or restarted.</summary>
    public const string ClusterShardingBufferLost = "akka.cluster.sharding.buffer.lost";

    /// <summary>Histogram: seconds from the beginning of a shard's hand-off to its end.</summary>
    public const string ClusterShardingHandoffDuration = "akka.cluster.sharding.handoff.duration";

    internal const string Seconds = "s";
    internal const string MessageUnit = "{message}";
    internal const string FailureUnit = "{failure}";
    internal const string RecoveryUnit = "{recovery}";
    internal const string RestartUnit = "{restart}";
    internal const string ActorUnit = "{actor}";
    internal const string EventUnit = "{event}";
    internal const string RunUnit = "{run}";
    internal const string ElementUnit = "{element}";
    internal const string StreamUnit = "{stage}";
    internal const string SpanUnit = "{span}";
    internal const string MemberUnit = "{member}";
    internal const string RegionUnit = "{region}";
    internal const string ShardUnit = "{shard}";
    internal const string EntityUnit = "{entity}";
    internal const string HandoffUnit = "{handoff}";
    internal const string SingletonUnit = "{singleton}";
    internal const string AssociationUnit = "{association}";
    internal const string QuarantineUnit = "{quarantine}";
    internal const string ErrorUnit = "{error}";
    internal const string EnvelopeUnit = "{envelope}";
    internal const string ContextUnit = "{context}";
    internal const string Bytes = "By";

    /// <summary>A share, a status of 0 or 1, and phi.</summary>
    internal const string Unity = "1";
}
