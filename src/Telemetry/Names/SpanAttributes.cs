namespace AkkaInstrumentation;

/// <summary>
/// The attributes of a message's span. The names are a contract: <c>docs/telemetry.md</c> lists them and a test compares.
/// <c>messaging.*</c> and <c>error.type</c> are OpenTelemetry semantic conventions; <c>akka.*</c> are this library's. Those of messaging
/// are absent unless <c>akka.instrumentation.tracing.messaging-attributes</c> is on.
/// </summary>
public static class SpanAttributes
{
    /// <summary>Name of the actor system, since one process may run several; also on metrics.</summary>
    public const string SystemName = MetricNames.SystemName;

    /// <summary>Always <see cref="MessagingSystemValue"/>.</summary>
    public const string MessagingSystem = "messaging.system";

    /// <summary>The value of <see cref="MessagingSystem"/>.</summary>
    public const string MessagingSystemValue = "akka.net";

    /// <summary>Always <see cref="MessagingOperationValue"/>.</summary>
    public const string MessagingOperationName = "messaging.operation.name";

    /// <summary>Always <see cref="MessagingOperationValue"/>.</summary>
    public const string MessagingOperationType = "messaging.operation.type";

    /// <summary>The value of <see cref="MessagingOperationName"/> and <see cref="MessagingOperationType"/>.</summary>
    public const string MessagingOperationValue = "process";

    /// <summary>Path of the actor, as in <see cref="ActorPath"/>.</summary>
    public const string MessagingDestinationName = "messaging.destination.name";

    /// <summary>Name of the actor's type, as in <see cref="ActorType"/>: few, where paths are many.</summary>
    public const string MessagingDestinationTemplate = "messaging.destination.template";

    /// <summary>Readable name of the actor's type, for example <c>OrderActor</c>.</summary>
    public const string ActorType = "akka.actor.type";

    /// <summary>Readable name of the message's type, for example <c>PlaceOrder</c>.</summary>
    public const string MessageType = "akka.message.type";

    /// <summary>Text of the message; absent unless <c>akka.instrumentation.tracing.content</c> is on.</summary>
    public const string MessageContent = "akka.message.content";

    /// <summary>Path of the actor without the system's address, for example <c>/user/orders</c>.</summary>
    public const string ActorPath = "akka.actor.path";

    /// <summary>
    /// Path of the sender; absent when the message was sent without one. <c>/temp/_ask</c> for all temporary senders: who waits for
    /// the answer to an <c>Ask</c> has a path of its own each time.
    /// </summary>
    public const string SenderPath = "akka.sender.path";

    /// <summary>Seconds that the message waited in the mailbox; absent when it was enqueued while nobody listened.</summary>
    public const string MailboxWait = "akka.mailbox.wait";

    /// <summary>How often the message had been stashed before; absent when it had not.</summary>
    public const string StashCount = "akka.stash.count";

    /// <summary>Seconds that the message spent in the stash, of all times together; absent when it had not been stashed.</summary>
    public const string StashDuration = "akka.stash.duration";

    /// <summary>Full name of the exception's type when the handler failed; also on the processing duration.</summary>
    public const string ErrorType = "error.type";

    /// <summary>
    /// What the supervisor did about the failure: <c>resume</c>, <c>restart</c>, <c>stop</c> or <c>escalate</c>; absent when
    /// that was not seen. Also on the failures that are counted.
    /// </summary>
    public const string SupervisionDirective = "akka.supervision.directive";

    /// <summary>
    /// Why a message that was not sampled has a span, made when it was over: <c>error</c> or <c>slow</c>. Samplers get it,
    /// so one of your own can take what has it.
    /// </summary>
    public const string SamplingReason = "akka.sampling.reason";

    /// <summary>How many such spans the limit has left out since the one before; absent when none.</summary>
    public const string SamplingSuppressed = "akka.sampling.suppressed";
}
