namespace AkkaInstrumentation;

/// <summary>Whether threads and timers that start on this thread get its execution context.</summary>
internal static class ExecutionFlow
{
    /// <summary>
    /// Until the result is disposed, threads and timers that the calling thread starts get no execution context. So they do not keep an activity for ever.
    /// Null if the flow is suppressed already. The caller's own context stays as it is.
    /// </summary>
    public static AsyncFlowControl? Suppress() => ExecutionContext.IsFlowSuppressed() ? null : ExecutionContext.SuppressFlow();
}
