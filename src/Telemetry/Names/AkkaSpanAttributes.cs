namespace AkkaInstrumentation;

/// <summary>
/// The attributes of a message's span. The names are a contract: the documentation of telemetry lists them, and a test compares both.
/// <c>messaging.*</c> and <c>error.type</c> are OpenTelemetry semantic conventions; <c>akka.*</c> are this library's. The <c>messaging.*</c>
/// attributes are absent unless <c>akka.instrumentation.tracing.messaging-attributes</c> is on. The public constants are those that processors and
/// samplers can use to select spans.
/// </summary>
public static class AkkaSpanAttributes
{
    /// <summary>
    /// Name of the actor system, because one process may run several. Also on every metric, except those about the whole process.
    /// </summary>
    internal const string ActorSystemName = "akka.actor_system.name";

    /// <summary>
    /// The address of the node that handled the message, <c>akka.tcp://shop@10.0.0.2:4053</c>. Absent until the actor system has been associated with
    /// another node, which only the instrumented providers of <c>AkkaInstrumentation.Remote</c> and <c>.Cluster</c> see.
    /// </summary>
    internal const string NodeAddress = "akka.node.address";

    /// <summary>Always <see cref="MessagingSystemValue"/>.</summary>
    internal const string MessagingSystem = "messaging.system";

    /// <summary>The value of <see cref="MessagingSystem"/>.</summary>
    internal const string MessagingSystemValue = "akka";

    /// <summary><see cref="MessagingOperationValue"/>, or <see cref="MessagingSendValue"/> on the span of a message that leaves the node.</summary>
    internal const string MessagingOperationName = "messaging.operation.name";

    /// <summary>As <see cref="MessagingOperationName"/>.</summary>
    internal const string MessagingOperationType = "messaging.operation.type";

    /// <summary>The value of <see cref="MessagingOperationName"/> and <see cref="MessagingOperationType"/>.</summary>
    internal const string MessagingOperationValue = "process";

    /// <summary>The value of both on the span of a message that leaves the node.</summary>
    internal const string MessagingSendValue = "send";

    /// <summary>Path of the actor, as in <see cref="ActorPath"/>. Only on spans: there are many paths.</summary>
    internal const string MessagingDestinationName = "messaging.destination.name";

    /// <summary>Name of the actor's type, as in <see cref="ActorType"/>. There are few types, but many paths.</summary>
    internal const string MessagingDestinationTemplate = "messaging.destination.template";

    /// <summary>Readable name of the actor's type, for example <c>OrderActor</c>.</summary>
    public const string ActorType = "akka.actor.type";

    /// <summary>Readable name of the message's type, for example <c>PlaceOrder</c>.</summary>
    public const string MessageType = "akka.message.type";

    /// <summary>Text of the message; absent unless <c>akka.instrumentation.tracing.content</c> is on.</summary>
    internal const string MessageContent = "akka.message.content";

    /// <summary>Path of the actor without the system's address, for example <c>/user/orders</c>.</summary>
    public const string ActorPath = "akka.actor.path";

    /// <summary>
    /// Path of the sender; absent when the message was sent without one. <c>/temp/_ask</c> for all temporary senders, because
    /// each <c>Ask</c> has a different temporary path.
    /// </summary>
    public const string SenderPath = "akka.sender.path";

    /// <summary>Path of the actor that is asked, or of the one at another node that gets the message, without address. On their spans.</summary>
    internal const string ReceiverPath = "akka.receiver.path";

    /// <summary>The host of the other node. On the span of a message that leaves the node.</summary>
    internal const string ServerAddress = "server.address";

    /// <summary>The port of the other node. On the span of a message that leaves the node.</summary>
    internal const string ServerPort = "server.port";

    /// <summary>
    /// Seconds that the message waited in the mailbox, to the microsecond; absent when it was enqueued before spans were collected.
    /// </summary>
    internal const string MailboxWaitDuration = "akka.mailbox.wait.duration";

    /// <summary>The number of times that the message was stashed before; absent when it was never stashed.</summary>
    internal const string StashCount = "akka.stash.count";

    /// <summary>Seconds that the message spent in the stash, summed over all stays, to the microsecond; absent when it was never stashed.</summary>
    internal const string StashDuration = "akka.stash.duration";

    /// <summary>The name of a sharded entity's type. Absent for all other actors. On the entity's children too.</summary>
    internal const string ShardRegionName = "akka.shard_region.name";

    /// <summary>The id of a sharded entity's shard. Absent for all other actors.</summary>
    internal const string ShardId = "akka.shard.id";

    /// <summary>The id of a sharded entity. Absent for all other actors.</summary>
    internal const string EntityId = "akka.entity.id";

    /// <summary>
    /// The journal's answer in which a persist handler ran, one of <see cref="PersistenceAnswers"/>. <see cref="MessageType"/> is then the event's
    /// type. Otherwise absent.
    /// </summary>
    internal const string PersistenceAnswer = "akka.persistence.answer";

    /// <summary>The name of a stage of a stream. On its spans and metrics.</summary>
    internal const string StreamName = "akka.stream.name";

    /// <summary>Full name of the exception's type when the handler failed. Also on the metric of the processing duration.</summary>
    internal const string ErrorType = "error.type";

    /// <summary>
    /// The supervisor's reaction to the failure: <c>resume</c>, <c>restart</c>, <c>stop</c> or <c>escalate</c>; absent when
    /// it is unknown. Also on the metric of failures.
    /// </summary>
    internal const string SupervisionDirective = "akka.supervision.directive";

    /// <summary>
    /// The number of the attempt, from 2 on: the actor sent the message to itself again in <c>PreRestart</c>, because the attempt before had failed.
    /// Absent for the first attempt, and for repetitions that were sent in another way.
    /// </summary>
    public const string MessageAttempt = "akka.message.attempt";

    /// <summary><c>true</c> on a failed attempt after which the actor sent itself the message again; otherwise absent.</summary>
    public const string MessageRetried = "akka.message.retried";

    /// <summary>
    /// The reason for a span in a trace that was not sampled: <c>error</c> or <c>slow</c> for the message itself, <c>kept</c> for the others of its
    /// trace, <c>missing</c> for a span that says what the trace lacks. Samplers see it, so your own sampler can select spans by it.
    /// </summary>
    public const string SamplingReason = "akka.sampling.reason";

    /// <summary>The number of retroactive spans that the limit has excluded since the previous one; absent when none.</summary>
    internal const string SamplingSuppressedCount = "akka.sampling.suppressed_count";

    /// <summary>
    /// On the span of a failed or slow message whose trace is kept: the number of messages before it that had left memory. On a span that says what
    /// is missing: the number of messages that the limit has left out. Absent when none.
    /// </summary>
    internal const string SamplingMissingCount = "akka.sampling.missing_count";

    /// <summary>The addresses of up to ten nodes that have not confirmed that they keep their part of the trace; absent when none.</summary>
    internal const string SamplingMissingNodes = "akka.sampling.missing_nodes";
}

/// <summary>The values of <see cref="AkkaSpanAttributes.PersistenceAnswer"/>.</summary>
internal static class PersistenceAnswers
{
    /// <summary>The event is written.</summary>
    public const string Success = "success";

    /// <summary>The journal refused this event.</summary>
    public const string Rejected = "rejected";

    /// <summary>The journal failed.</summary>
    public const string Failure = "failure";

    /// <summary>The handler was deferred: nothing was to be written.</summary>
    public const string Deferred = "deferred";

    /// <param name="answer">The name of the type of the journal's answer.</param>
    public static string Word(string answer) => answer switch
    {
        "WriteMessageRejected" => Rejected,
        "WriteMessageFailure" => Failure,
        "LoopMessageSuccess" => Deferred,
        _ => Success,
    };
}

/// <summary>
/// Names of the attributes that only resources have. A resource also has <see cref="AkkaSpanAttributes.ActorSystemName"/> and
/// <see cref="AkkaSpanAttributes.NodeAddress"/>. The names are a contract: the documentation of telemetry lists them, and a test compares both.
/// </summary>
internal static class AkkaResourceAttributes
{
    /// <summary>The roles of the node in its cluster, a list of texts. Absent where it has none.</summary>
    public const string ClusterRoles = "akka.cluster.roles";
}
