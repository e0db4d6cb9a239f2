using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>A plain queue that writes down what Akka asks it, one after the other: <c>take 1</c>, <c>empty</c>, <c>more? no</c>.</summary>
internal sealed class RecordingQueue(IActorRef owner) : IMessageQueue, IUnboundedDequeBasedMessageQueueSemantics
{
    private readonly ConcurrentQueue<Envelope> _queue = new();
    private readonly ConcurrentStack<Envelope> _front = new();
    private readonly ConcurrentQueue<string> _log = new();

    public IActorRef Owner { get; } = owner;

    public IReadOnlyList<string> Log => [.. _log];

    /// <summary>What was asked since the message <paramref name="first"/> was taken, itself included.</summary>
    public IReadOnlyList<string> LogSince(object first) => [.. _log.SkipWhile(line => line != $"take {first}")];

    /// <summary>Called by <see cref="CleanUp"/> before it does anything.</summary>
    public Action? OnCleanUp { get; set; }

    /// <summary>Called by <see cref="Enqueue"/> before the message is in.</summary>
    public Action<object>? OnEnqueue { get; set; }

    /// <summary>Called by <see cref="TryDequeue"/> before it looks.</summary>
    public Action? OnTryDequeue { get; set; }

    public bool HasMessages
    {
        get
        {
            var more = !_queue.IsEmpty || !_front.IsEmpty;
            Record(more ? "more? yes" : "more? no");
            return more;
        }
    }

    public int Count => _queue.Count + _front.Count;

    public void Record(string line) => _log.Enqueue(line);

    /// <summary>Which thread enqueued a message.</summary>
    public ConcurrentDictionary<object, int> EnqueuedBy { get; } = new();

    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        EnqueuedBy[envelope.Message] = Environment.CurrentManagedThreadId;
        OnEnqueue?.Invoke(envelope.Message);
        _queue.Enqueue(envelope);
    }

    public void EnqueueFirst(Envelope envelope) => _front.Push(envelope);

    public bool TryDequeue(out Envelope envelope)
    {
        OnTryDequeue?.Invoke();
        var taken = _front.TryPop(out envelope) || _queue.TryDequeue(out envelope);
        Record(taken ? $"take {envelope.Message}" : "empty");
        return taken;
    }

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        OnCleanUp?.Invoke();
        Record($"clean up [{string.Join(", ", _front.Concat(_queue).Select(envelope => envelope.Message))}]");
    }
}
