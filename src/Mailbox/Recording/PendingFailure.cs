using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// A failure whose outcome is not yet known. Two events complete it. One is the return of the actor's handler, which leaves a span that has ended but
/// is not stopped. The other is the supervisor's decision and, if the actor restarts, the end of the restart (<see cref="Restarted"/>). Each event
/// occurs once, on its own thread, in any order. The second one stops the span. If the second takes longer than <see cref="LongestWait"/>, a timer
/// stops it, without the decision.
/// </summary>
/// <param name="cause">The thrown exception. It identifies the supervisor's decision.</param>
/// <param name="count">The counter of this failure; null when it is not counted.</param>
/// <param name="at">Ticks at which the actor reported the failure.</param>
/// <param name="texts">The texts of the exception that the span shows.</param>
[SuppressMessage("Design", "CA1001", Justification = "The decision disposes of the timer; without one it fires once.")]
internal sealed class PendingFailure(Exception cause, FailureCount? count, long at = 0, ExceptionTexts texts = default)
{
    private static readonly object NotSeen = new();

    // The value that the first of the two events stored: the span or the directive. The timer replaces the span. The thread that takes the span out
    // stops it.
    private object? _first;
    private Timer? _timer;

    // The decision to restart, kept until the actor has restarted.
    private volatile string? _directive;

    /// <summary>How long a span waits for the supervisor after its handler's end.</summary>
    public static TimeSpan LongestWait { get; internal set; } = TimeSpan.FromSeconds(1);

    public Exception Cause { get; } = cause;

    /// <summary>The trace of the message, in which its supervisor and the actor's restart act. Null for none.</summary>
    public MessageOrigin? Origin { get; set; }

    /// <summary>The actor's last messages as text; null when they are not kept.</summary>
    public string? LastMessages { get; set; }

    /// <summary>Whether a recorded span shows exception and last messages as events.</summary>
    public bool HasSpanEvents => texts.AreInEvent;

    /// <summary>See <see cref="MessageOrigin.Attempt"/>.</summary>
    public int Attempt { get; set; } = 1;

    /// <summary>The actor has sent itself the message again. Its thread, before <see cref="Restarted"/>.</summary>
    public bool IsRetried { get; set; }

    /// <summary>Writes the error to the message's span. Called before <see cref="Ended"/>, on the thread that runs the actor.</summary>
    public void Describe(Activity span, string errorType, long begunAt)
    {
        var thrownAt = Ticks.ToUtcIn(span, begunAt, at);
        SpanError.Write(span, Cause, errorType, thrownAt, texts);
        if (Attempt > 1)
        {
            span.SetTag(AkkaSpanAttributes.MessageAttempt, (long)Attempt);
        }

        if (LastMessages is not null && HasSpanEvents && span.IsAllDataRequested)
        {
            SpanError.WriteLastMessages(span, LastMessages, thrownAt);
        }
    }

    /// <summary>The handler has returned. Its span is complete except for the directive. Called on the thread that runs the actor.</summary>
    public void Ended(Activity span)
    {
        if (Interlocked.CompareExchange(ref _first, span, null) is { } directive)
        {
            Directed(span, directive as string).Stop();
            return;
        }

        // A supervisor that decides at this moment may not see the timer. The timer then finds no span. It captures nothing of the handler's
        // execution context.
        using var flow = ExecutionFlow.Suppress();
        _timer = new Timer(static failure => ((PendingFailure)failure!).Settle(), this, LongestWait, Timeout.InfiniteTimeSpan);
    }

    /// <summary>
    /// The supervisor has decided, or its decision can no longer be observed (<paramref name="directive"/> is then null). Called once, on any thread,
    /// usually while the supervisor handles its own message. Never throws.
    /// </summary>
    public void Decided(string? directive)
    {
        count?.Increment(directive);
        _directive = directive;
        if (directive != Directives.Restart)
        {
            Restarted();
        }
    }

    /// <summary>The actor has restarted, or the end of its restart cannot be observed. The span ends, if it has not ended before. Any thread. A
    /// second call does nothing.</summary>
    public void Restarted()
    {
        Settle();
        _timer?.Dispose();
    }

    // Any thread: the supervisor's, the actor's, or the timer's.
    private void Settle()
    {
        var directive = _directive;
        if (Interlocked.Exchange(ref _first, directive ?? NotSeen) is Activity span)
        {
            ContextScope.Stop(Directed(span, directive));
        }
    }

    private Activity Directed(Activity span, string? directive)
    {
        if (IsRetried)
        {
            span.SetTag(AkkaSpanAttributes.MessageRetried, true);
        }

        return directive is null ? span : span.SetTag(AkkaSpanAttributes.SupervisionDirective, directive);
    }
}
