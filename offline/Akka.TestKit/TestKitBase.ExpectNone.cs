namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    /// <summary>Fails when a message comes within what is left of the enclosing <c>Within</c>, or the default.</summary>
    public void ExpectNoMsg(CancellationToken cancellationToken = default)
    {
        ExpectNone(RemainingOrDefault, cancellationToken);
        _lastWasNoMsg = true;
    }

    public async ValueTask ExpectNoMsgAsync(CancellationToken cancellationToken = default)
    {
        await ExpectNoneAsync(RemainingOrDefault, cancellationToken).ConfigureAwait(false);
        _lastWasNoMsg = true;
    }

    public void ExpectNoMsg(TimeSpan duration, CancellationToken cancellationToken = default) =>
        ExpectNone(Dilated(duration), cancellationToken);

    public ValueTask ExpectNoMsgAsync(TimeSpan duration, CancellationToken cancellationToken = default) =>
        ExpectNoneAsync(Dilated(duration), cancellationToken);

    public void ExpectNoMsg(int milliseconds, CancellationToken cancellationToken = default) =>
        ExpectNoMsg(TimeSpan.FromMilliseconds(milliseconds), cancellationToken);

    public ValueTask ExpectNoMsgAsync(int milliseconds, CancellationToken cancellationToken = default) =>
        ExpectNoMsgAsync(TimeSpan.FromMilliseconds(milliseconds), cancellationToken);

    private void ExpectNone(TimeSpan duration, CancellationToken cancellationToken)
    {
        var start = Now;
        AssertNone(Take(duration, cancellationToken), duration, start);
    }

    private async ValueTask ExpectNoneAsync(TimeSpan duration, CancellationToken cancellationToken)
    {
        var start = Now;
        AssertNone(await TakeAsync(duration, cancellationToken).ConfigureAwait(false), duration, start);
    }

    private void AssertNone(Received? received, TimeSpan duration, TimeSpan start)
    {
        if (received is not null)
        {
            _assertions.Fail(
                "Failed: Expected no messages during {0}, instead we received <{1}> from {2} after {3}",
                duration,
                received.Message,
                received.Sender,
                Now - start);
        }
    }
}
