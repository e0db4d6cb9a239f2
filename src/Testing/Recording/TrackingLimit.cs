using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>The time limit of an action and its effects. It ends earlier if the actor system ends and messages are left.</summary>
internal sealed class TrackingLimit : IDisposable
{
    public static readonly TimeSpan Default = TimeSpan.FromSeconds(10);

    // Mailboxes of stopped actors send their messages to the dead letters at once. Messages that are left after this time have no receiver.
    private static readonly TimeSpan AfterSystem = TimeSpan.FromSeconds(2);

    // The longest time that a timer supports.
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(uint.MaxValue - 1);

    private readonly CancellationTokenSource _ended;
    private readonly CancellationToken _cancellation;
    private readonly ActorSystem _system;

    public TrackingLimit(TimeSpan timeout, ActorSystem system, CancellationToken cancellation)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(timeout, TimeSpan.Zero);
        (Limit, _system, _cancellation) = (timeout < Longest ? timeout : Longest, system, cancellation);
        _ended = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        Up = Ends();
    }

    public TimeSpan Limit { get; }

    /// <summary>Ends when time is up, or when the test is cancelled.</summary>
    public Task Up { get; }

    public bool HasSystemEnded => _system.WhenTerminated.IsCompleted;

    public void ThrowIfCancelled() => _cancellation.ThrowIfCancellationRequested();

    public void Dispose()
    {
        _ended.Cancel();
        _ended.Dispose();
    }

    private async Task Ends()
    {
        var token = _ended.Token;
        var limit = Task.Delay(Limit, token);
        if (await Task.WhenAny(limit, _system.WhenTerminated).ConfigureAwait(false) != limit)
        {
            await Task.WhenAny(limit, Task.Delay(AfterSystem, token)).ConfigureAwait(false);
        }
    }
}
