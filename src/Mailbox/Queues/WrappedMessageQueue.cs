using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Wraps a queue of another kind. It counts and records messages at dequeue. In Akka's priority queues, which do not look at the sender, a message's
/// stamp is stored in the place of the sender. Other queues have no place for a stamp, so the wait and the parent are not known. A queue without a
/// front gets one here, so that its actor can stash. This class implements every interface that an actor can require, because
/// <see cref="WrappingInstrumentedMailbox"/> must promise them before it knows the queue. That mailbox type refuses what the queue cannot do.
/// </summary>
internal sealed class WrappedMessageQueue : RecordedQueue, IMessageQueue,
    IUnboundedDequeBasedMessageQueueSemantics, IBoundedDequeBasedMessageQueueSemantics, IBlockingMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    // The queues of users' own types. Their Count may block. So only this background work reads it, and neither a metrics collection, which would
    // hold up the next one, nor an actor's thread.
    private static readonly WeakWork<WrappedMessageQueue> AskedDepths = new(static queue => queue.AskDepth());

    private readonly IMessageQueue _inner;
    private readonly bool _stamps;
    private readonly WaitingTimes? _times;

    // Akka's queues answer at once.
    private readonly bool _mayBlock;
    private int _askedDepth;

    // As in every deque, only the actor's thread takes messages from the front and puts messages there.
    private Stack<Envelope>? _front;

    public WrappedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, IMessageQueue inner)
        : base(system, owner, Stamps(inner))
    {
        (_inner, _stamps, _mayBlock) = (inner, Stamps(inner), inner.GetType().Assembly != typeof(IMessageQueue).Assembly);
        _times = _stamps ? new() : null;
        if (_mayBlock)
        {
            AskedDepths.Add(this);
        }
    }

    public bool HasMessages => FrontCount > 0 || _inner.HasMessages;

    public int Count => FrontCount + _inner.Count;

    /// <inheritdoc/>
    /// <remarks>The depth of a user's own queue is up to a second old.</remarks>
    public override int Depth => _mayBlock ? Volatile.Read(ref _askedDepth) : Count;

    /// <inheritdoc/>
    public override bool KnowsAges => _stamps;

    /// <inheritdoc/>
    public override Type? OldestMessage => _times?.Oldest.Message;

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

    /// <inheritdoc/>
    public override long OldestEnqueuedAt() => _times?.Oldest.At ?? 0;

    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        // Noted first: it may be taken at once.
        var stamped = Stamped(envelope);
        _times?.Add(Unstamped(stamped));
        try
        {
            _inner.Enqueue(receiver, stamped);
        }
        catch
        {
            // The user's generator of priorities may have thrown.
            _times?.Remove(Unstamped(stamped));
            throw;
        }
    }

    public void EnqueueFirst(Envelope envelope)
    {
        if (_inner is IDequeBasedMessageQueueSemantics deque)
        {
            deque.EnqueueFirst(Stamped(envelope));
        }
        else
        {
            (_front ??= new()).Push(envelope);
        }
    }

    public bool TryDequeue(out Envelope envelope)
    {
        var taken = QueueFront.TryPop(ref _front, out envelope) || _inner.TryDequeue(out envelope);
        var next = taken ? Unstamped(envelope) : default;
        _times?.Remove(next);
        if (next.Origin is { } origin && Recorder.BeganWithoutListener(origin))
        {
            // as in the instrumented queues
            (_front ??= new()).Push(envelope);
            (taken, next) = (false, default);
        }

        if (!IsQuiet && Recorder.IsRecording)
        {
            Recorder.NextMessage(taken, next);
        }

        envelope = taken ? next.Open() : default;
        return taken;
    }

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        Recorder.Detach();
        using (new ContextScope())
        {
            Action<Envelope> take = envelope => deadletters.Enqueue(owner, envelope);
            while (QueueFront.TryPop(ref _front, out var first))
            {
                DeadLetterContext.HandOver(Recorder, Unstamped(first), take);
            }

            // As Akka's queues do it.
            while (_stamps && _inner.TryDequeue(out var rest))
            {
                DeadLetterContext.HandOver(Recorder, Unstamped(rest), take);
            }
        }

        if (!_stamps)
        {
            _inner.CleanUp(owner, deadletters);
        }
    }

    // May block. Background thread. Returns whether it was the last time.
    private bool AskDepth()
    {
        Volatile.Write(ref _askedDepth, TelemetryFault.GuardValue(TelemetryFault.Queue, this, static queue => queue.Count, 0));
        return Recorder.IsGone;
    }

    private static StampedEnvelope Unstamped(Envelope envelope) =>
        envelope.Sender is StampedSender sender ? sender.Stamped : new StampedEnvelope(envelope);

    // Only Akka's own classes: a derived class may look at the sender.
    private static bool Stamps(IMessageQueue inner) =>
        inner.GetType() is var type && (type == typeof(UnboundedPriorityMessageQueue) || type == typeof(UnboundedStablePriorityMessageQueue));

    private Envelope Stamped(Envelope envelope)
    {
        if (!_stamps)
        {
            return envelope;
        }

        var stamped = Stamp(envelope);
        return stamped.Stamp.IsNone && stamped.Origin is null ? envelope : new Envelope(envelope.Message, new StampedSender(stamped));
    }

    /// <summary>Stands for a message's sender in a queue that only passes it on, and carries the stamp of the message.</summary>
    private sealed class StampedSender(StampedEnvelope stamped) : MinimalActorRef
    {
        public StampedEnvelope Stamped => stamped;

        public override ActorPath Path => stamped.Sender.Path;

        public override IActorRefProvider Provider => ((IInternalActorRef)stamped.Sender).Provider;
    }
}
