namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>Ends a loop that waits for senders who never go on: they would wait as long as their push time-out.</summary>
internal struct Stall(string context)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private long _since = Stopwatch.GetTimestamp();
    private int _progress;

    /// <summary>Fails when <paramref name="progress"/> has not changed for long.</summary>
    public void Check(int progress)
    {
        if (progress != _progress)
        {
            (_progress, _since) = (progress, Stopwatch.GetTimestamp());
        }
        else if (Stopwatch.GetElapsedTime(_since) > Patience)
        {
            Assert.Fail($"{context}: the queue is empty and senders still wait for room after {progress} messages");
        }
    }
}
