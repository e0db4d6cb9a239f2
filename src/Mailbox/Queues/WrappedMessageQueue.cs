using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Around a queue of a kind that we do not know. Messages are counted and recorded when they are taken; there is no place
/// for a stamp, so no wait and no parent are known. A queue without a front gets one here, so that its actor can stash.
/// It is everything that an actor can require, as <see cref="WrappingInstrumentedMailbox"/> has to promise before it knows
/// the queue; what it cannot be is refused there.
/// </summary>
internal sealed class WrappedMessageQueue : IMessageQueue, IRecordedQueue,
    IUnboundedDequeBasedMessageQueueSemantics, IBoundedDequeBasedMessageQueueSemantics, IBlockingMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    private readonly IMessageQueue _inner;

    // As in every deque, only the actor's thread takes from it and puts to it.
    private Stack<Envelope>? _front;
    private TimeSpan _blockTimeOut;

    public WrappedMessageQueue(InstrumentationExtension system, IActorRef owner, IMessageQueue inner)
    {
        _inner = inner;
        Recorder = new MailboxRecorder(system, owner, this, stamped: false);
    }

    public MailboxRecorder Recorder { get; }

    public bool HasMessages => FrontCount > 0 || _inner.HasMessages;

    public int Count => FrontCount + _inner.Count;

    public TimeSpan PushTimeOut => (_inner as IBoundedMessageQueueSemantics)?.PushTimeOut ?? TimeSpan.Zero;

    public TimeSpan BlockTimeOut
    {
        get => (_inner as IBlockingMessageQueueSemantics)?.BlockTimeOut ?? _blockTimeOut;
        set
        {
            _blockTimeOut = value;
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
