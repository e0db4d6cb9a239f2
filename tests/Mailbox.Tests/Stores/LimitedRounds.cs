namespace AkkaInstrumentation.Tests;

/// <summary>
/// Rounds of several threads that meet at the start and at the end of each. On a busy machine they wait for each other, so the rounds also end after
/// some seconds, for all threads after the same one.
/// </summary>
internal sealed class LimitedRounds : IDisposable
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1.5);

    private readonly int _most;
    private readonly long _begun = Stopwatch.GetTimestamp();
    private volatile bool _isOver;

    public LimitedRounds(int threads, int most)
    {
        _most = most;

        // the phases of a round have an even and an odd number
        Meeting = new Barrier(threads, meeting => _isOver |= meeting.CurrentPhaseNumber % 2 == 1 && Stopwatch.GetElapsedTime(_begun) > Longest);
    }

    /// <summary>Every thread meets the others here twice in each round.</summary>
    public Barrier Meeting { get; }

    public bool HasNext(int round) => round < _most && !_isOver;

    public void Dispose() => Meeting.Dispose();
}
