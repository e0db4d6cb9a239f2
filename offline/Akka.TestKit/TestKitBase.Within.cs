namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    /// <summary>Fails when the action takes longer; what it expects without a timeout of its own gets what is left.</summary>
    public void Within(TimeSpan max, Action action, TimeSpan? epsilonValue = null, CancellationToken cancellationToken = default) =>
        Within(TimeSpan.Zero, max, action, null, epsilonValue, cancellationToken);

    public void Within(
        TimeSpan min,
        TimeSpan max,
        Action action,
        string? hint = null,
        TimeSpan? epsilonValue = null,
        CancellationToken cancellationToken = default) =>
        Within(min, max, () => { action(); return 0; }, hint, epsilonValue, cancellationToken);

    public T Within<T>(TimeSpan max, Func<T> function, TimeSpan? epsilonValue = null, CancellationToken cancellationToken = default) =>
        Within(TimeSpan.Zero, max, function, null, epsilonValue, cancellationToken);

    public T Within<T>(
        TimeSpan min,
        TimeSpan max,
        Func<T> function,
        string? hint = null,
        TimeSpan? epsilonValue = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(function);
        cancellationToken.ThrowIfCancellationRequested();
        var frame = BeginWithin(min, max);
        T result;
        try
        {
            result = function();
        }
        finally
        {
            _end = frame.EndBefore;
        }

        EndWithin(frame, hint, epsilonValue);
        return result;
    }

    public Task WithinAsync(TimeSpan max, Func<Task> actionAsync, TimeSpan? epsilonValue = null, CancellationToken cancellationToken = default) =>
        WithinAsync(TimeSpan.Zero, max, actionAsync, null, epsilonValue, cancellationToken);

    public Task WithinAsync(
        TimeSpan min,
        TimeSpan max,
        Func<Task> actionAsync,
        string? hint = null,
        TimeSpan? epsilonValue = null,
        CancellationToken cancellationToken = default) =>
        WithinAsync(min, max, async () => { await actionAsync(); return 0; }, hint, epsilonValue, cancellationToken);

    public Task<T> WithinAsync<T>(TimeSpan max, Func<Task<T>> function, TimeSpan? epsilonValue = null, CancellationToken cancellationToken = default) =>
        WithinAsync(TimeSpan.Zero, max, function, null, epsilonValue, cancellationToken);

    public async Task<T> WithinAsync<T>(
        TimeSpan min,
        TimeSpan max,
        Func<Task<T>> function,
        string? hint = null,
        TimeSpan? epsilonValue = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(function);
        cancellationToken.ThrowIfCancellationRequested();
        var frame = BeginWithin(min, max);
        T result;
        try
        {
            result = await function();
        }
        finally
        {
            _end = frame.EndBefore;
        }

        EndWithin(frame, hint, epsilonValue);
        return result;
    }

    private WithinFrame BeginWithin(TimeSpan min, TimeSpan max)
    {
        var start = Now;
        var allowed = Dilated(max);
        if (_end is { } outer && outer - start < allowed)
        {
            allowed = NotNegative(outer - start);
        }

        _assertions.AssertTrue(allowed >= min, "Required min time {0} not possible, only {1} left.", min, allowed);
        var frame = new WithinFrame(start, min, allowed, _end);
        _lastWasNoMsg = false;
        _end = start + allowed;
        return frame;
    }

    private void EndWithin(WithinFrame frame, string? hint, TimeSpan? epsilon)
    {
        var elapsed = Now - frame.Start;
        if (elapsed < frame.Min)
        {
            _assertions.Fail("Block took {0}, should have at least been {1}. {2}", elapsed, frame.Min, hint ?? "");
        }

        // An ExpectNoMsg that used up the rest ends a moment too late, as it must.
        if (!_lastWasNoMsg && elapsed > frame.Max + (epsilon ?? TimeSpan.Zero))
        {
            _assertions.Fail("Block took {0}, exceeding {1}. {2}", elapsed, frame.Max, hint ?? "");
        }
    }

    private readonly record struct WithinFrame(TimeSpan Start, TimeSpan Min, TimeSpan Max, TimeSpan? EndBefore);
}
