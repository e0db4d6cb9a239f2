using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Code of others runs on an actor's thread: a callback, a getter, the text of an object, a listener to a span that is not the handler's. What it
/// lets flow, and what it makes current, ends with the scope. OpenTelemetry's baggage is an exception, because it may be written inside of the
/// context. Allocates nothing while the context flows.
/// </summary>
internal readonly struct ContextScope : IDisposable
{
    private readonly ExecutionContext _before;
    private readonly bool _isSuppressed = ExecutionContext.IsFlowSuppressed();

    public ContextScope()
    {
        if (_isSuppressed)
        {
            // a context whose flow is suppressed cannot be captured
            ExecutionContext.RestoreFlow();
        }

        _before = ExecutionContext.Capture()!;
    }

    /// <summary>Stops a span that is not the current activity, which stays the current one. Never throws.</summary>
    public static void Stop(Activity span)
    {
        using var scope = new ContextScope();
        TelemetryFault.Guard(TelemetryFault.Listener, span, static span => span.Stop());
    }

    public void Dispose()
    {
        if (!ReferenceEquals(ExecutionContext.Capture(), _before))
        {
            ExecutionContext.Restore(_before);
        }

        if (_isSuppressed)
        {
            ExecutionContext.SuppressFlow();
        }
    }
}
