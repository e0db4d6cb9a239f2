using System.Runtime.CompilerServices;

namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    /// <summary>The next message, or null when none came in time.</summary>
    public object? ReceiveOne(TimeSpan? max = null, CancellationToken cancellationToken = default) =>
        Take(RemainingOrDilated(max), cancellationToken)?.Message;

    public async ValueTask<object?> ReceiveOneAsync(TimeSpan? max = null, CancellationToken cancellationToken = default) =>
        (await TakeAsync(RemainingOrDilated(max), cancellationToken).ConfigureAwait(false))?.Message;

    public IReadOnlyCollection<object> ReceiveN(int numberOfMessages, CancellationToken cancellationToken = default) =>
        ReceiveCore(numberOfMessages, RemainingOrDefault, cancellationToken);

    public IReadOnlyCollection<object> ReceiveN(int numberOfMessages, TimeSpan max, CancellationToken cancellationToken = default) =>
        ReceiveCore(numberOfMessages, RemainingOrDilated(max), cancellationToken);

    public IAsyncEnumerable<object> ReceiveNAsync(int numberOfMessages, CancellationToken cancellationToken = default) =>
        ReceiveCoreAsync(numberOfMessages, RemainingOrDefault, cancellationToken);

    public IAsyncEnumerable<object> ReceiveNAsync(int numberOfMessages, TimeSpan max, CancellationToken cancellationToken = default) =>
        ReceiveCoreAsync(numberOfMessages, RemainingOrDilated(max), cancellationToken);

    /// <summary>Drops messages until one fits.</summary>
    public object FishForMessage(Predicate<object> isMessage, TimeSpan? max = null, string hint = "", CancellationToken cancellationToken = default) =>
        FishForMessage<object>(isMessage, max, hint, cancellationToken);

    public T FishForMessage<T>(Predicate<T> isMessage, TimeSpan? max = null, string hint = "", CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(isMessage);
        var timeout = RemainingOrDilated(max);
        var end = Now + timeout;
        while (true)
        {
            var received = Take(NotNegative(end - Now), cancellationToken);
            if (IsCatch(received, isMessage, timeout, hint, out var caught))
            {
                return caught;
            }
        }
    }

    public ValueTask<object> FishForMessageAsync(Predicate<object> isMessage, TimeSpan? max = null, string hint = "", CancellationToken cancellationToken = default) =>
        FishForMessageAsync<object>(isMessage, max, hint, cancellationToken);

    public async ValueTask<T> FishForMessageAsync<T>(Predicate<T> isMessage, TimeSpan? max = null, string hint = "", CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(isMessage);
        var timeout = RemainingOrDilated(max);
        var end = Now + timeout;
        while (true)
        {
            var received = await TakeAsync(NotNegative(end - Now), cancellationToken).ConfigureAwait(false);
            if (IsCatch(received, isMessage, timeout, hint, out var caught))
            {
                return caught;
            }
        }
    }

    private bool IsCatch<T>(Received? received, Predicate<T> isMessage, TimeSpan timeout, string hint, out T caught)
    {
        _assertions.AssertTrue(received is not null, "Timeout ({0}) during fishForMessage{1}", timeout, hint.Length == 0 ? "" : $", hint: {hint}");
        if (received!.Message is T message && isMessage(message))
        {
            caught = message;
            return true;
        }

        caught = default!;
        return false;
    }

    private List<object> ReceiveCore(int count, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var start = Now;
        var messages = new List<object>(count);
        while (messages.Count < count)
        {
            var received = Take(NotNegative(start + timeout - Now), cancellationToken);
            AssertNotTooFew(received, messages.Count, count, timeout, start);
            messages.Add(received!.Message);
        }

        return messages;
    }

    private async IAsyncEnumerable<object> ReceiveCoreAsync(int count, TimeSpan timeout, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var start = Now;
        for (var got = 0; got < count; got++)
        {
            var received = await TakeAsync(NotNegative(start + timeout - Now), cancellationToken).ConfigureAwait(false);
            AssertNotTooFew(received, got, count, timeout, start);
            yield return received!.Message;
        }
    }

    private void AssertNotTooFew(Received? received, int got, int wanted, TimeSpan timeout, TimeSpan start) =>
        _assertions.AssertTrue(
            received is not null,
            "Timeout ({0}) while expecting {1} messages. Only got {2} after {3}.",
            timeout,
            wanted,
            got,
            Now - start);

    private Received? Take(TimeSpan timeout, CancellationToken cancellationToken)
    {
        _lastWasNoMsg = false;
        return _last = _inbox.Take(timeout, cancellationToken);
    }

    private async ValueTask<Received?> TakeAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        _lastWasNoMsg = false;
        return _last = await _inbox.TakeAsync(timeout, cancellationToken).ConfigureAwait(false);
    }
}
