namespace AkkaInstrumentation;

/// <summary>
/// Names of the attributes that only metrics have. Metrics also have some of <see cref="AkkaSpanAttributes"/>. The names are a
/// contract: the documentation of telemetry lists them, and a test compares both.
/// </summary>
internal static class AkkaMetricAttributes
{
    /// <summary>
    /// The number of the actor system among those with its name in this process, from 2 on, in the order of their starts. The first
    /// system has no such attribute.
    /// </summary>
    public const string ActorSystemInstance = "akka.actor_system.instance";

    /// <summary>
    /// The kind of the actor's author: <c>user</c>, <c>infrastructure</c> or <c>system</c>. Absent for the application's own actors, unless system
    /// actors are instrumented too.
    /// </summary>
    public const string ActorCategory = "akka.actor.category";

    /// <summary>Readable name of the sender's type.</summary>
    public const string SenderType = "akka.sender.type";

    /// <summary>
    /// Why a message became a dead letter: <c>undelivered</c>, <c>dropped</c>, <c>suppressed</c>, <c>infrastructure</c> for one that only Akka
    /// can have sent, or <c>late_reply</c> for an answer to an <c>Ask</c> that was over.
    /// </summary>
    public const string DeadLetterReason = "akka.dead_letter.reason";

    /// <summary>Why a mailbox rejected a message: <c>overflow</c>.</summary>
    public const string MailboxDropReason = "akka.mailbox.drop.reason";

    /// <summary>Level of a log event: <c>debug</c>, <c>info</c>, <c>warning</c> or <c>error</c>.</summary>
    public const string LogLevel = "akka.log.level";

    /// <summary>
    /// Id of the dispatcher, the path of its section: <c>akka.actor.default-dispatcher</c>. The type of the dispatcher if it has no id.
    /// </summary>
    public const string DispatcherId = "akka.dispatcher.id";

    /// <summary>Address of the other node, <c>akka.tcp://shop@10.0.0.2:4053</c>. Addresses beyond the first 100 share <c>_other</c>.</summary>
    public const string RemoteAddress = "akka.remote.address";

    /// <summary>Who opened an association, or declared a quarantine: this node (<c>outbound</c>) or the other one (<c>inbound</c>).</summary>
    public const string RemoteAssociationDirection = "akka.remote.association.direction";

    /// <summary>OpenTelemetry's. The direction of a message between nodes, as seen from this node: <c>transmit</c> or <c>receive</c>.</summary>
    public const string NetworkIoDirection = "network.io.direction";

    /// <summary>Which failure detector got a heartbeat: <c>cluster</c>, or <c>watch</c> for remote watch.</summary>
    public const string RemoteFailureDetectorName = "akka.remote.failure_detector.name";

    /// <summary>
    /// Why a context was left out: <c>version</c> (of a later version), <c>malformed</c>, <c>baggage</c> or <c>tracestate</c> (too long), or
    /// <c>size</c> (the message would have become too large for the transport).
    /// </summary>
    public const string RemoteRefusalReason = "akka.remote.refusal.reason";

    /// <summary>The activity for which the instrumentation took time: <c>message</c> or <c>run</c>.</summary>
    public const string InstrumentationPart = "akka.instrumentation.part";

    /// <summary>The setting that suppressed a span: <c>ratio</c> or <c>budget</c>.</summary>
    public const string InstrumentationSuppressedBy = "akka.instrumentation.suppressed_by";

    /// <summary>
    /// The kind of code that threw: <c>listener</c>, <c>filter</c>, <c>content</c>, <c>exception</c>, <c>enricher</c>, <c>rule</c>,
    /// <c>baggage</c>, <c>queue</c>, <c>event</c>, <c>adaptation</c>, <c>watch</c>, <c>remote</c> or <c>thread</c>.
    /// </summary>
    public const string InstrumentationCallbackType = "akka.instrumentation.callback.type";

    /// <summary>
    /// Status of a member of the cluster: <c>joining</c>, <c>weakly_up</c>, <c>up</c>, <c>leaving</c>, <c>exiting</c>, <c>down</c> or <c>removed</c>.
    /// </summary>
    public const string ClusterMemberStatus = "akka.cluster.member.status";

    /// <summary>Role of members of the cluster.</summary>
    public const string ClusterMemberRole = "akka.cluster.member.role";

    /// <summary>Address of a member of the cluster: <c>akka.tcp://shop@10.0.0.7:4053</c>.</summary>
    public const string ClusterMemberAddress = "akka.cluster.member.address";

    /// <summary>Which nodes cannot reach a member: <c>self</c>, which is this node, or <c>others</c> only.</summary>
    public const string ClusterObserver = "akka.cluster.observer";

    /// <summary>Type of the downing provider: <c>SplitBrainResolverProvider</c>, <c>NoDowning</c>.</summary>
    public const string ClusterDowningProviderType = "akka.cluster.downing_provider.type";

    /// <summary>Name of a circuit breaker, as the application gave it.</summary>
    public const string CircuitBreakerName = "akka.circuit_breaker.name";

    /// <summary><c>closed</c>, <c>open</c> or <c>half_open</c>.</summary>
    public const string CircuitBreakerState = "akka.circuit_breaker.state";

    /// <summary>What a stage of a stream waits for: <c>element</c>, or <c>demand</c> of what follows it.</summary>
    public const string StreamWaitsFor = "akka.stream.waits_for";

    /// <summary>State of a recovery: <c>waiting</c> for a permit, or <c>replaying</c>.</summary>
    public const string PersistenceRecoveryState = "akka.persistence.recovery.state";

    /// <summary>Path of a singleton's manager, without address.</summary>
    public const string ClusterSingletonManagerPath = "akka.cluster.singleton_manager.path";
}

/// <summary>The reasons for which a message was lost. These values do not change; later versions may add more.</summary>
public static class AkkaLossReasons
{
    /// <summary>No actor has the address.</summary>
    public const string Undelivered = "undelivered";

    /// <summary>The mailbox was full.</summary>
    public const string Dropped = "dropped";

    /// <summary>The message answers an <c>Ask</c> that had ended.</summary>
    public const string LateReply = "late_reply";

    /// <summary>The receiver has no handler for it.</summary>
    public const string Unhandled = "unhandled";

    /// <summary>Code published Akka's <c>Dropped</c>.</summary>
    public const string GivenUp = "given_up";

    /// <summary>The message was published to a topic without subscribers.</summary>
    public const string NoSubscriber = "no_subscriber";

    /// <summary>A shard region had no place for it.</summary>
    public const string FullRegion = "full_region";

    /// <summary>A shard region or a shard kept it when it stopped or restarted. Akka reports no dead letter.</summary>
    public const string LostBuffer = "lost_buffer";

    /// <summary>Its receiver has given it to the dead letters, as a <c>BackoffSupervisor</c> does while its child is stopped.</summary>
    public const string Discarded = "discarded";

    /// <summary>The node of its receiver is gone or quarantined.</summary>
    public const string NodeGone = "node_gone";

    /// <summary>The message answers a message that had no sender.</summary>
    public const string NoSender = "no_sender";
}
