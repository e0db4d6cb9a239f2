namespace Akka.TestKit;

/// <summary>Counts or hides the log events a filter describes while an action runs.</summary>
public interface IEventFilterApplier
{
    /// <summary>Adds an alternative: an event counts when any filter matches.</summary>
    EventFilterFactory And { get; }

    void ExpectOne(Action action, CancellationToken cancellationToken = default);

    void ExpectOne(TimeSpan timeout, Action action, CancellationToken cancellationToken = default);

    Task ExpectOneAsync(Func<Task> actionAsync, CancellationToken cancellationToken = default);

    Task ExpectOneAsync(TimeSpan timeout, Func<Task> action, CancellationToken cancellationToken = default);

    void Expect(int expectedCount, Action action, CancellationToken cancellationToken = default);

    void Expect(int expectedCount, TimeSpan timeout, Action action, CancellationToken cancellationToken = default);

    Task ExpectAsync(int expectedCount, Func<Task> actionAsync, CancellationToken cancellationToken = default);

    Task ExpectAsync(int expectedCount, TimeSpan timeout, Func<Task> action, CancellationToken cancellationToken = default);

    void Mute(Action action, CancellationToken cancellationToken = default);

    Task MuteAsync(Func<Task> action, CancellationToken cancellationToken = default);

    IUnmutableFilter Mute();
}
