namespace AkkaInstrumentation;

/// <summary>
/// The thrown exception, as the event <c>exception</c> of a failed message's span. OpenTelemetry deprecates this event in favour of log records.
/// </summary>
public sealed class AkkaExceptionOptions
{
    /// <summary>
    /// True: recorded spans of failed messages, and of actors that failed to start or restart, have the event with the exception's type, message and
    /// stack trace. These texts may contain confidential data, and no redactor is called for them.
    /// HOCON: <c>akka.instrumentation.tracing.exceptions.enabled</c>. Default: false.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// Maximum number of characters of the message, and of the stack trace, from 1 to 1,000,000. The rest is cut off.
    /// HOCON: <c>akka.instrumentation.tracing.exceptions.max-length</c>. Default: 8192.
    /// </summary>
    public int? MaxLength { get; set; }
}
