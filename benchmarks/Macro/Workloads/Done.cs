namespace AkkaInstrumentation.Benchmarks;

/// <summary>Called by actors when they have processed their part of an iteration.</summary>
internal sealed class Done
{
    private TaskCompletionSource _all = new();
    private int _missing;

    /// <summary>A new iteration, before its first message.</summary>
    public Task Expect(int parts)
    {
        _all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _missing = parts;
        return _all.Task;
    }

    public void Part()
    {
        if (Interlocked.Decrement(ref _missing) == 0)
        {
            _all.SetResult();
        }
    }
}
