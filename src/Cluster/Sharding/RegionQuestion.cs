using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// One question to a region, which is asked again and again, and its last answer. While an answer is awaited, the question is not repeated, so a
/// region that does not answer gets one message a minute. One thread at a time asks; any thread reads.
/// </summary>
internal sealed class RegionQuestion<T>(object message)
    where T : class
{
    // If an answer is lost, for example with the coordinator's node, the next question follows after this time.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private volatile RegionAnswer? _last;
    private int _isAwaited;

    /// <summary>Null before the first answer.</summary>
    public RegionAnswer? Last => _last;

    /// <summary>Whether an answer is awaited.</summary>
    public bool IsAwaited => Volatile.Read(ref _isAwaited) != 0;

    /// <param name="region">The region.</param>
    /// <param name="clock">Returns the time, in ticks of the stopwatch.</param>
    /// <returns>Whether it was asked.</returns>
    public bool Ask(IActorRef region, Func<long> clock)
    {
        if (Interlocked.Exchange(ref _isAwaited, 1) != 0)
        {
            return false;
        }

        _ = region.Ask<T>(message, Patience).ContinueWith(
            answered =>
            {
                // The exception of a failed task is read, so that it is not reported as unobserved.
                if (answered.Exception is null && !answered.IsCanceled)
                {
                    _last = new(answered.Result, clock());
                }

                Volatile.Write(ref _isAwaited, 0);
            },
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
        return true;
    }

    /// <param name="Value">The answer of the region.</param>
    /// <param name="At">The time of the answer, in ticks of the stopwatch.</param>
    public sealed record RegionAnswer(T Value, long At);
}
