using Akka.Actor;

namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    /// <summary>The next message; without a time-out of its own within <c>akka.test.single-expect-default</c>.</summary>
    public async ValueTask<T> ExpectMsgAsync<T>(TimeSpan? duration = null, string? hint = null, CancellationToken cancellationToken = default)
    {
        var patience = duration ?? _expectTimeout;
        var received = await TakeAsync(patience, cancellationToken).ConfigureAwait(false);
        if (received is not T message)
        {
            _assertions.Fail("Expected a {0} within {1}, got {2}. {3}", typeof(T), patience, received ?? "nothing", hint ?? "");
            throw new InvalidOperationException("ITestKitAssertions.Fail returned.");
        }

        return message;
    }

    public async ValueTask<T> ExpectMsgAsync<T>(T message, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default)
    {
        var received = await ExpectMsgAsync<T>(timeout, hint, cancellationToken).ConfigureAwait(false);
        _assertions.AssertEqual(message, received, hint ?? "");
        return received;
    }

    public async ValueTask<Terminated> ExpectTerminatedAsync(IActorRef target, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default)
    {
        var terminated = await ExpectMsgAsync<Terminated>(timeout, hint, cancellationToken).ConfigureAwait(false);
        _assertions.AssertEqual(target, terminated.ActorRef, hint ?? "");
        return terminated;
    }

    /// <summary>The next message, or null when none came in time or the caller lost patience.</summary>
    private async ValueTask<object?> TakeAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(timeout);
        try
        {
            return await _inbox.Reader.ReadAsync(patience.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }
}
