namespace AkkaInstrumentation.Tests.Stress;

/// <summary>What was sent, handled, thrown; and what should not have been.</summary>
internal sealed class Books
{
    private const int MaxErrors = 10;
    private const int MaxMissing = 20;

    private readonly ConcurrentQueue<string> _errors = new();
    private readonly ConcurrentDictionary<Job, bool> _underWay = new();
    private long _sent;
    private long _finished;
    private long _dead;
    private long _arrivals;
    private long _thrown;
    private long _thrownInSpans;
    private long _wrong;

    public long Sent => Interlocked.Read(ref _sent);

    public long Finished => Interlocked.Read(ref _finished);

    public long Dead => Interlocked.Read(ref _dead);

    /// <summary>Times that an actor got a message, those included that it stashed.</summary>
    public long Arrivals => Interlocked.Read(ref _arrivals);

    public long Thrown => Interlocked.Read(ref _thrown);

    public long ThrownInSpans => Interlocked.Read(ref _thrownInSpans);

    public string Errors => $"{Interlocked.Read(ref _wrong)} errors\n{string.Join('\n', _errors)}";

    public bool IsClean => Interlocked.Read(ref _wrong) == 0;

    /// <summary>What was sent and is nowhere yet.</summary>
    public string Missing => $"{_underWay.Count} missing\n{string.Join('\n', _underWay.Keys.Take(MaxMissing))}";

    public void IsSent(Job job)
    {
        _underWay[job] = true;
        Interlocked.Increment(ref _sent);
    }

    public void Arrived(Job job)
    {
        job.Arrived();
        Interlocked.Increment(ref _arrivals);
    }

    public void Handled(Job job) => Finish(job);

    public void DeadLetter(Job job)
    {
        Interlocked.Increment(ref _dead);
        Finish(job);
    }

    public void Throw(bool inSpan)
    {
        Interlocked.Increment(ref _thrown);
        if (inSpan)
        {
            Interlocked.Increment(ref _thrownInSpans);
        }

        throw new TimeoutException("now and then");
    }

    public void Check(bool right, Func<string> otherwise)
    {
        if (!right && Interlocked.Increment(ref _wrong) <= MaxErrors)
        {
            _errors.Enqueue(otherwise());
        }
    }

    private void Finish(Job job)
    {
        Check(_underWay.TryRemove(job, out _), () => $"{job} a second time");
        Interlocked.Increment(ref _finished);
    }
}
