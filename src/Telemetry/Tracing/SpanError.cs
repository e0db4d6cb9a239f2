using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Writes the exception to the span of a failure. The exception is the user's object. Its texts may throw; that affects neither the
/// message nor the span.
/// </summary>
internal static class SpanError
{
    /// <summary>The <c>error.type</c> of a message whose actor stopped while its handler awaited.</summary>
    public const string ActorStopped = "actor_stopped";

    /// <summary>Writes status and <c>error.type</c> of such a message.</summary>
    public static void WriteStopped(Activity span)
    {
        span.SetStatus(ActivityStatusCode.Error, "The actor stopped while its handler awaited.");
        span.SetTag(AkkaSpanAttributes.ErrorType, ActorStopped);
    }

    /// <summary>Writes status, <c>error.type</c> and, if configured, the event. Never throws. Runs on the thread that runs the actor.</summary>
    /// <param name="span">A span that is about to end.</param>
    /// <param name="cause">The exception.</param>
    /// <param name="errorType">Its name in metrics.</param>
    /// <param name="at">When it was thrown.</param>
    /// <param name="texts">The texts that the span shows of it.</param>
    public static void Write(Activity span, Exception cause, string errorType, DateTime at, ExceptionTexts texts)
    {
        var message = MessageOf(cause, texts);
        span.SetStatus(ActivityStatusCode.Error, message);
        span.SetTag(AkkaSpanAttributes.ErrorType, errorType);
        if (texts.AreInEvent && span.IsAllDataRequested)
        {
            var stackTrace = Text(cause, static exception => exception.ToString(), texts);
            span.AddEvent(new ActivityEvent(SpanEvents.Exception, at, new ActivityTagsCollection
            {
                // The collection leaves out null values.
                [SpanEvents.ExceptionType] = TypeNames.Full(cause.GetType()),
                [SpanEvents.ExceptionMessage] = message,
                [SpanEvents.ExceptionStackTrace] = stackTrace,
            }));
        }
    }

    /// <summary>Writes the event with the actor's last messages.</summary>
    /// <param name="span">A span that is about to end.</param>
    /// <param name="messages">The messages as text.</param>
    /// <param name="at">When the exception was thrown.</param>
    public static void WriteLastMessages(Activity span, string messages, DateTime at) =>
        span.AddEvent(new ActivityEvent(SpanEvents.LastMessages, at, new ActivityTagsCollection { { SpanEvents.LastMessagesText, messages } }));

    /// <summary>The exception's message, as spans show it; null if it throws.</summary>
    public static string? MessageOf(Exception cause, ExceptionTexts texts) => Text(cause, static exception => exception.Message, texts);

    private static string? Text(Exception cause, Func<Exception, string?> text, ExceptionTexts texts) =>
        TelemetryFault.GuardValue(TelemetryFault.ExceptionText, cause, text, null) is { } whole ? TextCut.At(whole, texts.MaxLength) : null;
}

/// <summary>The standard variable that says where an instrumentation reports exceptions. Log records are the default here.</summary>
internal static class ExceptionSignal
{
    /// <summary>Environment variable, or key of the host's configuration.</summary>
    public const string Variable = "OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN";

    /// <summary>In log records only.</summary>
    public const string Logs = "logs";

    /// <summary>In log records, and in events of spans too.</summary>
    public const string Both = "logs/dup";

    /// <summary>Whether spans have the events, as HOCON; null if the variable does not decide that.</summary>
    /// <param name="find">Returns the value of a variable.</param>
    public static string? SpanEvents(Func<string, string?> find) => find(Variable)?.Trim() switch
    {
        Logs => "off",
        Both => "on",
        _ => null,
    };
}

/// <summary>The texts of an exception that spans show. Exceptions do not limit their texts, and a text that is too long can make an exporter lose a
/// whole batch of spans.</summary>
/// <param name="MaxLength">Characters of each text, in the span's status too.</param>
/// <param name="AreInEvent">Whether recorded spans have events: with the exception, and with the last messages.</param>
internal readonly record struct ExceptionTexts(int MaxLength, bool AreInEvent);

/// <summary>A supervisor's possible reactions to a failed child, as attribute values.</summary>
internal static class Directives
{
    public const string Resume = "resume";
    public const string Restart = "restart";

    /// <summary>The supervisor stops the actor. Also used when the strategy permits no further restart.</summary>
    public const string Stop = "stop";

    public const string Escalate = "escalate";
}
