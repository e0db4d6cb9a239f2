using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A failure whose outcome is not yet known. Two events complete it. The actor's handler returns and leaves a span that has ended but is not stopped.
/// The supervisor decides what happens to the actor. Each event occurs once, on its own thread, in any order. The second one stops the span.
/// </summary>
/// <param name="cause">The thrown exception. It identifies the supervisor's decision.</param>
/// <param name="count">The counter of this failure; null when it is not counted.</param>
/// <param name="at">Ticks at which the actor reported the failure.</param>
/// <param name="exceptionLength">Maximum number of characters of the exception's texts in the span; 0 for no exception event.</param>
internal sealed class FailedInvoke(Exception cause, FailureCount? count, long at = 0, int exceptionLength = 0)
{
    private static readonly object NotSeen = new();

    // what the first of the two events stored: the span, or the directive
    private object? _first;

    public Exception Cause { get; } = cause;

    /// <summary>The actor's last messages as text; null when they are not kept.</summary>
    public string? LastMessages { get; set; }

    /// <summary>Writes the error to the message's span. Called before <see cref="Ended"/>, on the thread that runs the actor.</summary>
    public void Describe(Activity span, string errorType)
    {
        SpanError.Write(span, Cause, errorType, at, exceptionLength);
        if (LastMessages is not null && span.IsAllDataRequested)
        {
            SpanError.WriteLastMessages(span, LastMessages, at);
        }
    }

    /// <summary>The handler has returned. Its span is complete except for the directive. Called on the thread that runs the actor.</summary>
    public void Ended(Activity span)
    {
        if (Interlocked.CompareExchange(ref _first, span, null) is { } directive)
        {
            Stop(span, directive as string);
        }
    }

    /// <summary>
    /// The supervisor has decided, or its decision can no longer be observed (<paramref name="directive"/> is then null). Called once, on any thread,
    /// usually while the supervisor handles its own message. Never throws.
    /// </summary>
    public void Decided(string? directive)
    {
        try
        {
            count?.Increment(directive);
            if (Interlocked.CompareExchange(ref _first, directive ?? NotSeen, null) is Activity span)
            {
                StopElsewhere(span, directive);
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }

    private static void Stop(Activity span, string? directive)
    {
        if (directive is not null)
        {
            span.SetTag(AkkaSpanAttributes.SupervisionDirective, directive);
        }

        span.Stop();
    }

    // Stopping a span changes the current activity. Here the current activity belongs to the supervisor.
    private static void StopElsewhere(Activity span, string? directive)
    {
        var current = new CurrentActivity();
        try
        {
            Stop(span, directive);
        }
        finally
        {
            current.Restore();
        }
    }
}
