using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A scope for code of others on an actor's thread: a callback, a getter, an object's <c>ToString</c>, a listener to a span that is not the
/// handler's. Values that this code lets flow or makes current end with the scope. OpenTelemetry's baggage is an exception, because it may be changed
/// inside its own object. Allocates nothing while the context flows.
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
