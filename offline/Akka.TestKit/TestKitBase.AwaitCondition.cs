namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    public void AwaitCondition(Func<bool> conditionIsFulfilled, CancellationToken cancellationToken = default) =>
        AwaitCondition(conditionIsFulfilled, null, null, null, cancellationToken);

    public void AwaitCondition(Func<bool> conditionIsFulfilled, TimeSpan? max, CancellationToken cancellationToken = default) =>
        AwaitCondition(conditionIsFulfilled, max, null, null, cancellationToken);

    public void AwaitCondition(Func<bool> conditionIsFulfilled, TimeSpan? max, string? message, CancellationToken cancellationToken = default) =>
        AwaitCondition(conditionIsFulfilled, max, null, message, cancellationToken);

    public void AwaitCondition(
        Func<bool> conditionIsFulfilled,
        TimeSpan? max,
        TimeSpan? interval,
        string? message = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(conditionIsFulfilled);
        var timeout = RemainingOrDilated(max);
        AssertFulfilled(Poll(conditionIsFulfilled, timeout, interval, cancellationToken), timeout, message);
    }

    public Task AwaitConditionAsync(Func<bool> conditionIsFulfilled, CancellationToken cancellationToken = default) =>
        AwaitConditionAsync(() => Task.FromResult(conditionIsFulfilled()), null, null, null, cancellationToken);

    public Task AwaitConditionAsync(Func<bool> conditionIsFulfilled, TimeSpan? max, string? message, CancellationToken cancellationToken = default) =>
        AwaitConditionAsync(() => Task.FromResult(conditionIsFulfilled()), max, null, message, cancellationToken);

    public Task AwaitConditionAsync(
        Func<bool> conditionIsFulfilled,
        TimeSpan? max,
        TimeSpan? interval,
        string? message = null,
        CancellationToken cancellationToken = default) =>
        AwaitConditionAsync(() => Task.FromResult(conditionIsFulfilled()), max, interval, message, cancellationToken);

    public Task AwaitConditionAsync(Func<Task<bool>> conditionIsFulfilled, CancellationToken cancellationToken = default) =>
        AwaitConditionAsync(conditionIsFulfilled, null, null, null, cancellationToken);

    public Task AwaitConditionAsync(Func<Task<bool>> conditionIsFulfilled, TimeSpan? max, CancellationToken cancellationToken = default) =>
        AwaitConditionAsync(conditionIsFulfilled, max, null, null, cancellationToken);

    public Task AwaitConditionAsync(Func<Task<bool>> conditionIsFulfilled, TimeSpan? max, string? message, CancellationToken cancellationToken = default) =>
        AwaitConditionAsync(conditionIsFulfilled, max, null, message, cancellationToken);

    public async Task AwaitConditionAsync(
        Func<Task<bool>> conditionIsFulfilled,
        TimeSpan? max,
        TimeSpan? interval,
        string? message = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(conditionIsFulfilled);
        var timeout = RemainingOrDilated(max);
        AssertFulfilled(await PollAsync(conditionIsFulfilled, timeout, interval, cancellationToken), timeout, message);
    }

    private void AssertFulfilled(bool fulfilled, TimeSpan timeout, string? message)
    {
        if (!fulfilled)
        {
            _assertions.Fail("Timeout {0} expired while waiting for condition.{1}", timeout, message ?? "");
        }
    }
}
