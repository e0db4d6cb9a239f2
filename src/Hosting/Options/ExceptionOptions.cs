namespace AkkaInstrumentation;

/// <summary>
/// What was thrown, as the event <c>exception</c> of a failed message's span. OpenTelemetry deprecates this event in favour of log
/// records.
/// </summary>
public sealed class ExceptionOptions
{
    /// <summary>
    /// True: recorded spans of failed messages, and of actors that could not start or restart, have the event with the exception's type,
    /// message and stack trace. These texts may hold what nobody should see in a trace, and no redactor is asked. HOCON:
    /// <c>akka.instrumentation.tracing.exceptions.enabled</c>. Default: false.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// Characters of the message and of the stack trace at most, each, 1 to 1,000,000; the rest is cut off. HOCON:
    /// <c>akka.instrumentation.tracing.exceptions.max-length</c>. Default: 8192.
    /// </summary>
    public int? MaxLength { get; set; }
}
