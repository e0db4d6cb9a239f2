namespace AkkaInstrumentation;

/// <summary>
/// The event of a failed message's span and its attributes: OpenTelemetry semantic conventions. The event is absent unless
/// <c>akka.instrumentation.tracing.exceptions</c> is on. The names are a contract: <c>docs/telemetry.md</c> lists them, and a test compares both.
/// </summary>
internal static class SpanEvents
{
    /// <summary>The event's name.</summary>
    public const string Exception = "exception";

    /// <summary>Full name of the exception's type.</summary>
    public const string ExceptionType = "exception.type";

    /// <summary>The exception's message, cut to a maximum length; absent when it cannot be read.</summary>
    public const string ExceptionMessage = "exception.message";

    /// <summary>The exception's <c>ToString()</c>, cut to a maximum length; absent when that throws.</summary>
    public const string ExceptionStackTrace = "exception.stacktrace";
}
