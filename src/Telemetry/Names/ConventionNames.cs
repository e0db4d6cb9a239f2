namespace AkkaInstrumentation;

/// <summary>
/// The events of a failed message's span and their attributes. <c>exception</c> is an OpenTelemetry semantic convention. Both are absent unless
/// <c>akka.instrumentation.tracing.exceptions.span-events</c> is on, the second one also unless <c>last-messages</c> is set for the actor. The names
/// are a contract: <c>docs/telemetry.md</c> lists them, and a test compares both.
/// </summary>
internal static class SpanEvents
{
    /// <summary>The event with the exception.</summary>
    public const string Exception = "exception";

    /// <summary>Full name of the exception's type.</summary>
    public const string ExceptionType = "exception.type";

    /// <summary>The exception's message, cut to a maximum length; absent when it cannot be read.</summary>
    public const string ExceptionMessage = "exception.message";

    /// <summary>The exception's <c>ToString()</c>, cut to a maximum length; absent when that throws.</summary>
    public const string ExceptionStackTrace = "exception.stacktrace";

    /// <summary>The event with the actor's last messages.</summary>
    public const string LastMessages = "akka.last_messages";

    /// <summary>The messages as text: one line each, the latest first, which is the failed one. Cut to a maximum length.</summary>
    public const string LastMessagesText = "akka.last_messages.text";
}

/// <summary>
/// The names that OpenTelemetry's messaging conventions give to metrics and log events. They are used only if
/// <c>akka.instrumentation.tracing.messaging-attributes</c> is on. The documentation of telemetry lists them, and a test compares both.
/// </summary>
internal static class MessagingMetricNames
{
    /// <summary>Histogram: seconds that the handler worked, awaiting included.</summary>
    public const string ProcessDuration = "messaging.process.duration";

    /// <summary>Counter: messages given to actors.</summary>
    public const string ConsumedMessages = "messaging.client.consumed.messages";

    /// <summary>Counter: messages sent to other nodes.</summary>
    public const string SentMessages = "messaging.client.sent.messages";

    /// <summary>Event: a handler threw.</summary>
    public const string ProcessException = "messaging.process.exception";
}

/// <summary>
/// The event names of the supervisor's log records about failures. The documentation of telemetry lists them, and a test compares both.
/// </summary>
internal static class FailureEventNames
{
    /// <summary>A handler threw. With the messaging conventions it is <see cref="MessagingMetricNames.ProcessException"/>.</summary>
    public const string ProcessException = "akka.actor.process.exception";

    /// <summary>An actor could not start or restart.</summary>
    public const string StartException = "akka.actor.start.exception";
}
