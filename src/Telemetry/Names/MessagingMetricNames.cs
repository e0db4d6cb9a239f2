namespace AkkaInstrumentation;

/// <summary>
/// The names that OpenTelemetry's messaging conventions give to metrics and log events. There is none of them unless
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
