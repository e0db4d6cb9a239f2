namespace AkkaInstrumentation;

/// <summary>
/// Attributes that only metrics have, beside those of <see cref="SpanAttributes"/> and <see cref="MetricNames.SystemName"/>.
/// The names are a contract: <c>docs/telemetry.md</c> lists them and a test compares.
/// </summary>
public static class MetricAttributes
{
    /// <summary>
    /// The number of the actor system among those of its name in this process, from 2 on, in the order of their starts. The first
    /// has no such attribute.
    /// </summary>
    public const string SystemInstance = "akka.system.instance";

    /// <summary>
    /// <c>user</c> or <c>system</c>: what is under <c>/user</c>, and everything else. Only where system actors are
    /// instrumented too.
    /// </summary>
    public const string ActorCategory = "akka.actor.category";

    /// <summary>Readable name of the sender's type.</summary>
    public const string SenderType = "akka.sender.type";

    /// <summary>
    /// Why a message became a dead letter: <c>undelivered</c>, <c>dropped</c>, <c>suppressed</c> or <c>late_reply</c>, an answer to an
    /// <c>Ask</c> that was over.
    /// </summary>
    public const string DeadLetterReason = "akka.dead_letter.reason";

    /// <summary>Why a mailbox did not take a message: <c>overflow</c>.</summary>
    public const string DropReason = "akka.mailbox.drop.reason";

    /// <summary>Level of a log event: <c>debug</c>, <c>info</c>, <c>warning</c> or <c>error</c>.</summary>
    public const string LogLevel = "akka.log.level";

    /// <summary>Id of the dispatcher, the path of its section: <c>akka.actor.default-dispatcher</c>; its type if it has none.</summary>
    public const string DispatcherId = "akka.dispatcher.id";

    /// <summary>What the instrumentation took time for: <c>message</c> or <c>run</c>.</summary>
    public const string SelfPart = "akka.instrumentation.part";

    /// <summary>The setting that suppressed a span: <c>ratio</c> or <c>budget</c>.</summary>
    public const string SuppressedBy = "akka.instrumentation.suppressed_by";

    /// <summary>
    /// What threw: <c>listener</c>, <c>filter</c>, <c>content</c>, <c>exception</c>, <c>enricher</c>, <c>rule</c>, <c>baggage</c>, <c>queue</c>,
    /// <c>event</c>, <c>pulse</c> or <c>watch</c>.
    /// </summary>
    public const string Callback = "akka.instrumentation.callback";
}
