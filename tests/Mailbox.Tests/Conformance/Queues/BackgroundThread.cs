namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>A thread of its own, of which can be seen whether it blocks.</summary>
internal sealed class BackgroundThread
{
    private readonly Thread _thread;

    private BackgroundThread(Action action) => _thread = new Thread(() => action()) { IsBackground = true };

    public bool Waits => _thread.ThreadState.HasFlag(System.Threading.ThreadState.WaitSleepJoin);

    public bool HasEnded => _thread.ThreadState.HasFlag(System.Threading.ThreadState.Stopped);

    public static BackgroundThread Start(Action action)
    {
        var started = new BackgroundThread(action);
        started._thread.Start();
        return started;
    }
}
