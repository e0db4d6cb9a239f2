using System.Runtime.CompilerServices;

namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    /// <summary>As many messages as named here, in any order.</summary>
    public IReadOnlyCollection<T> ExpectMsgAllOf<T>(params T[] messages) =>
        AllOf(messages, ReceiveCore(messages.Length, RemainingOrDefault, default));

    public IReadOnlyCollection<T> ExpectMsgAllOf<T>(IReadOnlyCollection<T> messages, CancellationToken cancellationToken = default) =>
        AllOf(messages, ReceiveCore(messages.Count, RemainingOrDefault, cancellationToken));

    public IReadOnlyCollection<T> ExpectMsgAllOf<T>(TimeSpan max, params T[] messages) =>
        AllOf(messages, ReceiveCore(messages.Length, RemainingOrDilated(max), default));

    public IReadOnlyCollection<T> ExpectMsgAllOf<T>(TimeSpan max, IReadOnlyCollection<T> messages, CancellationToken cancellationToken = default) =>
        AllOf(messages, ReceiveCore(messages.Count, RemainingOrDilated(max), cancellationToken));

    public IAsyncEnumerable<T> ExpectMsgAllOfAsync<T>(IReadOnlyCollection<T> messages, CancellationToken cancellationToken = default) =>
        AllOfAsync(messages, RemainingOrDefault, cancellationToken);

    public IAsyncEnumerable<T> ExpectMsgAllOfAsync<T>(TimeSpan max, IReadOnlyCollection<T> messages, CancellationToken cancellationToken = default) =>
        AllOfAsync(messages, RemainingOrDilated(max), cancellationToken);

    private async IAsyncEnumerable<T> AllOfAsync<T>(IReadOnlyCollection<T> wanted, TimeSpan timeout, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var received = new List<object>();
        await foreach (var message in ReceiveCoreAsync(wanted.Count, timeout, cancellationToken).ConfigureAwait(false))
        {
            received.Add(message);
        }

        foreach (var message in AllOf(wanted, received))
        {
            yield return message;
        }
    }

    private List<T> AllOf<T>(IReadOnlyCollection<T> wanted, List<object> received)
    {
        var missing = wanted.ToList();
        var unexpected = received.Where(m => m is not T typed || !missing.Remove(typed)).ToList();
        if (missing.Count > 0)
        {
            _assertions.Fail("not found [{0}] found unexpected [{1}]", string.Join(", ", missing), string.Join(", ", unexpected));
        }

        return [.. received.Cast<T>()];
    }
}
