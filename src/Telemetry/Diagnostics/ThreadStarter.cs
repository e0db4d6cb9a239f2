namespace AkkaInstrumentation;

/// <summary>
/// Starts one of the library's own threads. If the process has no thread left, the fault is reported, and nobody tries again for a second, because
/// those who ask are sending messages.
/// </summary>
/// <param name="start">
/// Starts the thread without the caller's execution context: the thread must not keep the context of the first message.
/// </param>
internal sealed class ThreadStarter(Action<Thread> start)
{
    private const int RetryMilliseconds = 1_000;

    // Tick count at which to try again; 0 when the last start succeeded.
    private long _retryAt;

    /// <summary>Starts threads as they are started outside of tests.</summary>
    public static Action<Thread> Unsafe { get; } = static thread => thread.UnsafeStart();

    /// <summary>Whether the last start succeeded, or failed long enough ago. Any thread.</summary>
    public bool MayTry => Volatile.Read(ref _retryAt) is var retryAt && (retryAt == 0 || Environment.TickCount64 >= retryAt);

    /// <summary>Starts a thread, if that may be tried. One caller at a time. Returns whether it has been started. Never throws.</summary>
    public bool TryStart(ThreadStart work, string name)
    {
        if (!MayTry)
        {
            return false;
        }

        try
        {
            start(new Thread(work) { IsBackground = true, Name = $"AkkaInstrumentation {name}" });
            Volatile.Write(ref _retryAt, 0);
            return true;
        }
        catch (Exception e)
        {
            Volatile.Write(ref _retryAt, Environment.TickCount64 + RetryMilliseconds);
            TelemetryFault.Report(TelemetryFault.Thread, e);
            return false;
        }
    }
}

/// <summary>Whether threads and timers that start on this thread get its execution context.</summary>
internal static class ExecutionFlow
{
    /// <summary>
    /// Until the result is disposed, threads and timers that the calling thread starts get no execution context. So they do not keep an activity for ever.
    /// Null if the flow is suppressed already. The caller's own context stays as it is.
    /// </summary>
    public static AsyncFlowControl? Suppress() => ExecutionContext.IsFlowSuppressed() ? null : ExecutionContext.SuppressFlow();
}
