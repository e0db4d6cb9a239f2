namespace AkkaInstrumentation.Tests;

/// <summary>A new thread on which nothing flows, and for which nothing has been kept.</summary>
public static class EmptyThread
{
    /// <summary>Runs the action there. What it throws is the result.</summary>
    public static Task Run(Action action)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() =>
        {
            try
            {
                action();
                done.SetResult();
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
        });
        thread.UnsafeStart();
        return done.Task.ContinueWith(
            finished =>
            {
                // what is kept for a thread is free when it has ended
                thread.Join();
                return finished;
            },
            TaskScheduler.Default).Unwrap();
    }
}
