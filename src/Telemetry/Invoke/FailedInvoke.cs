using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A failure until it is known how it ended: at the actor, whose handler returns and leaves a span that is over but not
/// stopped, and at its supervisor, who says what becomes of the actor. Each comes once, on its own thread, either first;
/// the one that comes second stops the span.
/// </summary>
/// <param name="cause">What was thrown; the supervisor's answer is known by it.</param>
/// <param name="count">Where it is counted, null when it is not.</param>
/// <param name="at">Ticks at which it was told.</param>
/// <param name="exceptionLength">Characters that the span says of the exception's texts; 0 for no event.</param>
internal sealed class FailedInvoke(Exception cause, FailureCount? count, long at = 0, int exceptionLength = 0)
{
    private static readonly object NotSeen = new();

    // what the first of the two has left: the span, or the directive
    private object? _first;

    public Exception Cause { get; } = cause;

    /// <summary>Gives the message's span the error. On the thread that runs the actor, before <see cref="Ended"/>.</summary>
    public void Describe(Activity span, string errorType) => SpanError.Write(span, Cause, errorType, at, exceptionLength);

    /// <summary>The handler has returned, and its span has all but the directive. On the thread that runs the actor.</summary>
    public void Ended(Activity span)
    {
        if (Interlocked.CompareExchange(ref _first, span, null) is { } directive)
        {
            Stop(span, directive as string);
        }
    }

    /// <summary>
    /// The supervisor has decided, or nobody will know any more whether it has (<paramref name="directive"/> is null then).
    /// Any thread, usually in the middle of the supervisor's own message; once. Never throws.
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
            span.SetTag(SpanAttributes.SupervisionDirective, directive);
        }

        span.Stop();
    }

    // Stopping changes what is current, here something of the supervisor's.
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
