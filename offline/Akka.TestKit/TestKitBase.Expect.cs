using Akka.Actor;

namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    public T ExpectMsg<T>(TimeSpan? duration = null, string? hint = null, CancellationToken cancellationToken = default) =>
        Expect<T>(duration, hint, null, cancellationToken);

    public ValueTask<T> ExpectMsgAsync<T>(TimeSpan? duration = null, string? hint = null, CancellationToken cancellationToken = default) =>
        ExpectAsync<T>(duration, hint, null, cancellationToken);

    public T ExpectMsg<T>(T message, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        Expect(timeout, hint, EqualTo(message, hint), cancellationToken);

    public ValueTask<T> ExpectMsgAsync<T>(T message, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        ExpectAsync(timeout, hint, EqualTo(message, hint), cancellationToken);

    public T ExpectMsg<T>(Predicate<T> isMessage, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        Expect(timeout, hint, Satisfying(isMessage, hint), cancellationToken);

    public ValueTask<T> ExpectMsgAsync<T>(Predicate<T> isMessage, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        ExpectAsync(timeout, hint, Satisfying(isMessage, hint), cancellationToken);

    public T ExpectMsg<T>(Action<T> assert, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        Expect<T>(timeout, hint, (message, _) => assert(message), cancellationToken);

    public ValueTask<T> ExpectMsgAsync<T>(Action<T> assert, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        ExpectAsync<T>(timeout, hint, (message, _) => assert(message), cancellationToken);

    public T ExpectMsg<T>(Func<T, IActorRef, bool> isMessageAndSender, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        Expect(timeout, hint, Satisfying(isMessageAndSender, hint), cancellationToken);

    public ValueTask<T> ExpectMsgAsync<T>(Func<T, IActorRef, bool> isMessageAndSender, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        ExpectAsync(timeout, hint, Satisfying(isMessageAndSender, hint), cancellationToken);

    public T ExpectMsg<T>(Action<T, IActorRef> assertMessageAndSender, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        Expect(timeout, hint, assertMessageAndSender, cancellationToken);

    public ValueTask<T> ExpectMsgAsync<T>(Action<T, IActorRef> assertMessageAndSender, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        ExpectAsync(timeout, hint, assertMessageAndSender, cancellationToken);

    public T ExpectMsg<T>(T expected, Func<T, T, bool> comparer, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        Expect<T>(timeout, hint, (actual, _) => _assertions.AssertEqual(expected, actual, comparer, hint ?? ""), cancellationToken);

    public ValueTask<T> ExpectMsgAsync<T>(T expected, Func<T, T, bool> comparer, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        ExpectAsync<T>(timeout, hint, (actual, _) => _assertions.AssertEqual(expected, actual, comparer, hint ?? ""), cancellationToken);

    public Terminated ExpectTerminated(IActorRef target, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        Expect(timeout, $"Terminated {target}. {hint}", TerminationOf(target), cancellationToken);

    public ValueTask<Terminated> ExpectTerminatedAsync(IActorRef target, TimeSpan? timeout = null, string? hint = null, CancellationToken cancellationToken = default) =>
        ExpectAsync(timeout, $"Terminated {target}. {hint}", TerminationOf(target), cancellationToken);

    private T Expect<T>(TimeSpan? timeout, string? hint, Action<T, IActorRef>? assert, CancellationToken cancellationToken)
    {
        var patience = RemainingOrDilated(timeout);
        return Checked(Take(patience, cancellationToken), patience, hint, assert);
    }

    private async ValueTask<T> ExpectAsync<T>(TimeSpan? timeout, string? hint, Action<T, IActorRef>? assert, CancellationToken cancellationToken)
    {
        var patience = RemainingOrDilated(timeout);
        return Checked(await TakeAsync(patience, cancellationToken).ConfigureAwait(false), patience, hint, assert);
    }

    private T Checked<T>(Received? received, TimeSpan patience, string? hint, Action<T, IActorRef>? assert)
    {
        if (received is null)
        {
            _assertions.Fail("Failed: Timeout {0} while waiting for a message of type {1} {2}", patience, typeof(T), hint ?? "");
        }

        if (received!.Message is not T message)
        {
            _assertions.Fail(
                "Failed: Expected a message of type {0}, but received {{{1}}} (type {2}) instead {3} from {4}",
                typeof(T),
                received.Message,
                received.Message.GetType(),
                hint ?? "",
                received.Sender);
            throw new InvalidOperationException("ITestKitAssertions.Fail returned.");
        }

        assert?.Invoke(message, received.Sender);
        return message;
    }

    private Action<T, IActorRef> EqualTo<T>(T expected, string? hint) =>
        (actual, _) => _assertions.AssertEqual(expected, actual, hint ?? "");

    private Action<T, IActorRef> Satisfying<T>(Predicate<T> isMessage, string? hint) => (message, _) => _assertions.AssertTrue(
        isMessage(message),
        "Got a message of the expected type <{0}>. Also expected {1} but the message {{{2}}} of type <{3}> did not match",
        typeof(T),
        hint ?? "the predicate to return true",
        message!,
        message!.GetType());

    private Action<T, IActorRef> Satisfying<T>(Func<T, IActorRef, bool> isMessage, string? hint) => (message, sender) => _assertions.AssertTrue(
        isMessage(message, sender),
        "Got a message of the expected type <{0}> from {1}. Also expected {2} but the message {{{3}}} of type <{4}> did not match",
        typeof(T),
        sender,
        hint ?? "the predicate to return true",
        message!,
        message!.GetType());

    private Action<Terminated, IActorRef> TerminationOf(IActorRef target) =>
        (terminated, _) => _assertions.AssertEqual(target, terminated.ActorRef);
}
