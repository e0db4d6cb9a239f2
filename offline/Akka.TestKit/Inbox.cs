using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using Akka.Actor;

namespace Akka.TestKit;

/// <summary>The messages a test actor got and nobody asked for yet. Written by senders' threads, read by the test's.</summary>
[SuppressMessage("Reliability", "CA1001", Justification = "A SemaphoreSlim without a wait handle holds nothing to give back.")]
internal sealed class Inbox
{
    private readonly ConcurrentQueue<Received> _messages = new();
    private readonly SemaphoreSlim _available = new(0);
    private volatile Func<object, bool>? _ignores;

    public bool IsEmpty => _messages.IsEmpty;

    public void Ignore(Func<object, bool>? predicate) => _ignores = predicate;

    public void Add(object message, IActorRef sender)
    {
        if (_ignores is { } ignores && ignores(message))
        {
            return;
        }

        _messages.Enqueue(new Received(message, sender));
        _available.Release();
    }

    /// <summary>The next message, or null when none came in time or the caller lost patience.</summary>
    public Received? Take(TimeSpan timeout, CancellationToken cancellationToken)
    {
        try
        {
            return _available.Wait(timeout, cancellationToken) ? Dequeue() : null;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    public async ValueTask<Received?> TakeAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        try
        {
            return await _available.WaitAsync(timeout, cancellationToken).ConfigureAwait(false) ? Dequeue() : null;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    private Received Dequeue() =>
        _messages.TryDequeue(out var message) ? message : throw new InvalidOperationException("A message was announced but is not there.");
}

/// <summary>A message and who sent it.</summary>
internal sealed record Received(object Message, IActorRef Sender);
