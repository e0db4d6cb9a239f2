namespace Akka.TestKit;

/// <summary>Applies filters for the length of an action.</summary>
internal sealed class EventFilterApplier(TestKitBase testkit, IReadOnlyList<LogFilter> filters) : IEventFilterApplier
{
    public EventFilterFactory And => new(testkit, filters);

    private TimeSpan Leeway => testkit.Dilated(testkit.TestKitSettings.TestEventFilterLeeway);

    public void ExpectOne(Action action, CancellationToken cancellationToken = default) => Expect(1, action, cancellationToken);

    public void ExpectOne(TimeSpan timeout, Action action, CancellationToken cancellationToken = default) => Expect(1, timeout, action, cancellationToken);

    public Task ExpectOneAsync(Func<Task> actionAsync, CancellationToken cancellationToken = default) => ExpectAsync(1, actionAsync, cancellationToken);

    public Task ExpectOneAsync(TimeSpan timeout, Func<Task> action, CancellationToken cancellationToken = default) =>
        ExpectAsync(1, timeout, action, cancellationToken);

    public void Expect(int expectedCount, Action action, CancellationToken cancellationToken = default) =>
        Count(expectedCount, Leeway, action, cancellationToken);

    public void Expect(int expectedCount, TimeSpan timeout, Action action, CancellationToken cancellationToken = default) =>
        Count(expectedCount, testkit.Dilated(timeout), action, cancellationToken);

    public Task ExpectAsync(int expectedCount, Func<Task> actionAsync, CancellationToken cancellationToken = default) =>
        CountAsync(expectedCount, Leeway, actionAsync, cancellationToken);

    public Task ExpectAsync(int expectedCount, TimeSpan timeout, Func<Task> action, CancellationToken cancellationToken = default) =>
        CountAsync(expectedCount, testkit.Dilated(timeout), action, cancellationToken);

    public void Mute(Action action, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var muting = Begin();
        action();
    }

    public async Task MuteAsync(Func<Task> action, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var muting = Begin();
        await action();
    }

    public IUnmutableFilter Mute() => Begin();

    private void Count(int expected, TimeSpan timeout, Action action, CancellationToken cancellationToken)
    {
        using var muting = Begin();
        action();
        if (TestKitBase.Poll(() => IsDecided(muting, expected), timeout, null, cancellationToken))
        {
            muting.FlushAsync().Wait(timeout, cancellationToken);
        }

        Check(muting, expected, timeout);
    }

    private async Task CountAsync(int expected, TimeSpan timeout, Func<Task> action, CancellationToken cancellationToken)
    {
        using var muting = Begin();
        await action();
        if (await TestKitBase.PollAsync(() => Task.FromResult(IsDecided(muting, expected)), timeout, null, cancellationToken))
        {
            await Task.WhenAny(muting.FlushAsync(), Task.Delay(timeout, cancellationToken));
        }

        Check(muting, expected, timeout);
    }

    // A count of its own for each application: a filter may be kept and applied again.
    private Muting Begin() => new(testkit.Sys, [.. filters.Select(f => f.Fresh())]);

    // None expected is only sure when time is up.
    private static bool IsDecided(Muting muting, int expected) => muting.Matched >= Math.Max(expected, 1);

    private void Check(Muting muting, int expected, TimeSpan timeout)
    {
        var matched = muting.Matched;
        if (matched < expected)
        {
            testkit.KitAssertions.Fail(
                "Timeout ({0}) while waiting for messages. Only received {1}/{2} messages that matched filter [{3}]",
                timeout,
                matched,
                expected,
                muting.Description);
        }

        if (matched > expected)
        {
            testkit.KitAssertions.Fail(
                "Received {0} too many. Expected {1} but received {2} that matched filter [{3}]",
                Messages(matched - expected),
                Messages(expected),
                matched,
                muting.Description);
        }
    }

    private static string Messages(int count) => count == 1 ? "1 message" : $"{count} messages";
}
