using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Wraps a queue of an unknown kind. It counts and records messages at dequeue. There is no place for a stamp, so the wait and the parent are not
/// known. A queue without a front gets one here, so that its actor can stash. This class implements every interface that an actor can require,
/// because <see cref="WrappingInstrumentedMailbox"/> must promise them before it knows the queue. That mailbox type refuses what the queue cannot do.
/// </summary>
internal sealed class WrappedMessageQueue : RecordedQueue, IMessageQueue,
    IUnboundedDequeBasedMessageQueueSemantics, IBoundedDequeBasedMessageQueueSemantics, IBlockingMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    private readonly IMessageQueue _inner;

    // As in every deque, only the actor's thread takes messages from the front and puts messages there.
    private Stack<Envelope>? _front;

    public WrappedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, IMessageQueue inner)
        : base(system, owner, stamped: false) => _inner = inner;

    public bool HasMessages => FrontCount > 0 || _inner.HasMessages;

    public int Count => FrontCount + _inner.Count;

    public TimeSpan PushTimeOut => (_inner as IBoundedMessageQueueSemantics)?.PushTimeOut ?? TimeSpan.Zero;

    public TimeSpan BlockTimeOut
    {
        get => (_inner as IBlockingMessageQueueSemantics)?.BlockTimeOut ?? TimeSpan.Zero;
        set
        {
            if (_inner is IBlockingMessageQueueSemantics blocking)
            {
                blocking.BlockTimeOut = value;
            }
        }
    }

    private int FrontCount => Volatile.Read(ref _front)?.Count ?? 0;

    public void Enqueue(IActorRef receiver, Envelope envelope) => _inner.Enqueue(receiver, envelope);

    public void EnqueueFirst(Envelope envelope)
    {
        if (_inner is IDequeBasedMessageQueueSemantics deque)
        {
            deque.EnqueueFirst(envelope);
        }
        else
        {
            (_front ??= new()).Push(envelope);
        }
    }

    public bool TryDequeue(out Envelope envelope)
    {
        var taken = (_front is { } front && front.TryPop(out envelope)) || _inner.TryDequeue(out envelope);
        if (Recorder.IsRecording)
        {
            Recorder.NextMessage(taken, taken ? new StampedEnvelope(envelope) : default);
        }

        return taken;
    }

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        Recorder.Detach();
        while (_front is { } front && front.TryPop(out var rest))
        {
            deadletters.Enqueue(owner, rest);
        }

        _inner.CleanUp(owner, deadletters);
    }
}
