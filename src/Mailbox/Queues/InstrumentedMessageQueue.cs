using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Scheduler;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Base of all instrumented queues: stamps messages at enqueue and records them at dequeue. A queue keeps its messages first in first out, or by
/// priority. It may have a capacity, and a front to which the actor returns stashed messages. The kinds differ in what they choose of these and
/// in the interface by which Akka recognises them. Any thread enqueues. One thread at a time dequeues: the one that runs the mailbox.
/// </summary>
internal abstract class InstrumentedMessageQueue : RecordedQueue, IMessageQueue
{
    // Not every message has a timestamp. Under load, senders time only a share.
    private const int MaxLooked = 64;

    private readonly PriorityStore? _priorities;
    private readonly CapacityGate? _gate;
    private readonly bool _isJournal;

    // The queue is first in, first out, and has had neither a front nor a stash so far. While nothing is collected, a message of such a queue needs
    // only the ring. The thread that runs the mailbox writes this field. Senders may read an old value, because front and stash do not matter to
    // them.
    private bool _isPlain;

    // Empty in a priority mailbox.
    private FifoStore _fifo;

    // Only the actor puts messages there, on the thread that also takes them. Other threads only read the count. The capacity does not apply to it.
    private Stack<StampedEnvelope>? _front;

    private InstrumentedStash? _stash;

    // A message was put at the front because the run would not have recorded it. Messages that the actor puts before it afterwards, from a
    // continuation that runs before the next message, do not change that. The thread that runs the mailbox writes this field. When that thread reads
    // it after the run, the next run may already write it. An old value then costs a run that finds nothing, or is corrected at the end of that run.
    private bool _hasTakenBack;

    // The message that was taken last still has its place in the gate. It leaves when the actor gets the message, not when it is taken back.
    // Running thread.
    private bool _hasPlace;

    protected InstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, BoundedSettings? bounds = null,
        PriorityStore? priorities = null, bool isJournal = false)
        : base(system, owner)
    {
        _isJournal = isJournal;
        _priorities = priorities;
        _gate = bounds is { } given ? new CapacityGate(given) : null;
        _fifo = priorities is null ? new FifoStore() : default;
        _isPlain = IsPlainKind;
    }

    /// <summary>Akka reads this at the end of each run, to know whether another run is needed.</summary>
    public bool HasMessages
    {
        get
        {
            var depth = Count;
            if (ObservableInstruments.Peak.Enabled)
            {
                Recorder.RecordDepth(depth);
            }

            return depth > 0 || _hasTakenBack;
        }
    }

    /// <summary>As in Akka's priority queues, messages at the front of one are not in the count.</summary>
    public int Count => _priorities is null ? (Volatile.Read(ref _front)?.Count ?? 0) + _fifo.Count : _priorities.Count;

    /// <inheritdoc/>
    public override int Depth => Count;

    /// <summary>How long a sender waits when the queue is full.</summary>
    public TimeSpan PushTimeOut => _gate?.PushTimeOut ?? TimeSpan.Zero;

    /// <summary>The actor's stash; null if it has none. Actor's thread.</summary>
    public InstrumentedStash? Stash
    {
        get => _stash;
        set => (_stash, _isPlain) = (value, false);
    }

    private bool IsPlainKind => _priorities is null && _gate is null && !_isJournal;

    // A sender that was refused because the queue is closed finds this already true.
    private bool IsClosed => _gate?.IsClosed ?? _priorities?.IsClosed ?? _fifo.IsClosed;

    /// <summary>
    /// The smallest time near the head. The front is left out, because only the actor's thread may read it. The mailbox's thread may take a message
    /// meanwhile, and its place may then have the time of a later message. So the age is at worst too small.
    /// </summary>
    public override long OldestEnqueuedAt()
    {
        if (_priorities is not null)
        {
            return _priorities.Oldest.At;
        }

        var found = default(Looked);
        var oldest = 0L;
        foreach (var waiting in found[..Look(found)])
        {
            oldest = waiting.EnqueuedAt is > 0 and var time && (oldest == 0 || time < oldest) ? time : oldest;
        }

        return oldest;
    }

    /// <inheritdoc/>
    public override Type? OldestMessage => _priorities?.Oldest.Message;

    /// <inheritdoc/>
    public override IReadOnlyList<WaitingSender> Senders()
    {
        var found = default(Looked);
        return Array.ConvertAll(found[..Look(found)].ToArray(),
            static waiting => new WaitingSender(
                waiting.Sender, waiting.Message is IScheduledTellMsg, InnerMessage.Unwrap(waiting.Message).GetType()));
    }

    public virtual void Enqueue(IActorRef receiver, Envelope envelope)
    {
        if (_isPlain && MayStamp)
        {
            Add(receiver, Recorder.Stamp(envelope));
        }
        else if (!_isPlain || !_fifo.TryAdd(envelope.Message, envelope.Sender))
        {
            EnqueueCore(receiver, envelope);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EnqueueCore(IActorRef receiver, Envelope envelope)
    {
        if (_isJournal)
        {
            // a request to a journal is seen here, on the thread of the persistent actor, when its handler has ended
            SenderOrigin.Show(envelope.Message);
        }

        // The wait begins when there is a place. A refused message is stamped too, because a test that follows it has to learn that it is lost.
        var hasPlace = _gate is null || _gate.TryEnter();
        Add(receiver, Stamp(envelope), hasPlace);
    }

    /// <summary>Adds a stamped message. Sender's thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void Add(IActorRef receiver, StampedEnvelope stamped, bool hasPlace = true)
    {
        if (!hasPlace || !(_priorities is null ? _fifo.TryAdd(stamped) : _priorities.TryAdd(stamped)))
        {
            Refused(receiver, stamped);
        }
    }

    /// <summary>
    /// The actor puts a message back, on its own thread. Its wait starts again; its stash history stays. Persistence's own stash keeps no
    /// histories: the observer finds that of a message when the actor gets it. A message from another such stash belongs to the current span.
    /// </summary>
    public void EnqueueFirst(Envelope envelope)
    {
        var origin = Stash?.Return(envelope);
        var storing = origin is null && Stash is not { IsReturning: true } ? Recorder.Storing : null;
        storing?.PutBack(envelope);
        PushFront(origin is not null || (storing is not null && Recorder.Roots is not null)
            ? Recorder.Restamp(new StampedEnvelope(envelope, Stopwatch.GetTimestamp(), origin))
            : Recorder.Stamp(envelope));
    }

    private void PushFront(in StampedEnvelope envelope)
    {
        _isPlain = false;
        (_front ??= new()).Push(envelope);
    }

    public bool TryDequeue(out Envelope envelope)
    {
        if (!_isPlain || !_fifo.TryTakePlain(out envelope, out var isUnsampled))
        {
            return TryDequeueCore(out envelope);
        }

        if (!IsQuiet)
        {
            Recorder.NextPlain(envelope, isUnsampled ? NonRecordingContext.WithoutId : null);
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryDequeueCore(out Envelope envelope)
    {
        var taken = TryTake(out var next);
        if (next.Origin is { } origin && Recorder.BeganWithoutListener(origin))
        {
            // The run ends as if the mailbox were empty, and Akka begins another one.
            PushFront(next);
            (_hasTakenBack, taken, next) = (true, false, default);
        }

        if (taken)
        {
            LeavePlace();
        }

        if (!IsQuiet && Recorder.IsRecording && !(taken ? Recorder.TryCount(next) : Recorder.TryEnd()))
        {
            Recorder.NextMessage(taken, next);
        }

        envelope = taken ? next.Open() : default;
        return taken;
    }

    /// <summary>
    /// The actor has stopped. The waiting messages go to the dead letters. So do messages of senders that found this mailbox before Akka replaced it
    /// by the dead letters. Akka calls this once for a mailbox, when no thread runs it any more.
    /// </summary>
    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        Recorder.Detach();

        // The gate first, so that a sender that the store refuses finds the gate closed. The place of such a sender is not needed any more.
        _gate?.Close();
        if (_priorities is null)
        {
            _fifo.Close();
        }
        else
        {
            _priorities.Close();
        }

        using var scope = new ContextScope();
        Action<Envelope> take = envelope => Left(owner, envelope, deadletters);
        while (TryTake(out var rest))
        {
            DeadLetterContext.HandOver(Recorder, rest, take);
        }
    }

    /// <summary>Handles a message that waited when the actor stopped.</summary>
    protected virtual void Left(IActorRef owner, Envelope envelope, IMessageQueue deadletters) => deadletters.Enqueue(owner, envelope);

    /// <summary>Handles a message that was sent while the actor stopped. Sender's thread.</summary>
    protected virtual void Late(IActorRef receiver, Envelope envelope) => Refusal.ByClosedMailbox(receiver, envelope);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryTake(out StampedEnvelope envelope)
    {
        bool taken;
        if (_front is not null || _priorities is not null || _gate is not null)
        {
            // A separate variable: a variable that a call writes to lies in memory, but the common path keeps its own in registers.
            taken = TryTakeCore(out var next);
            envelope = next;
        }
        else
        {
            taken = _fifo.TryTake(out envelope);
        }

        // valid until the next message
        Stash?.OnDequeued(envelope.EnqueuedAt, envelope.Origin);
        return taken;
    }

    // The actor gets the message.
    private void LeavePlace()
    {
        if (_hasPlace)
        {
            _hasPlace = false;
            _gate!.Leave();
        }
    }

    private bool TryTakeCore(out StampedEnvelope envelope)
    {
        if (QueueFront.TryPop(ref _front, out envelope))
        {
            if (_hasTakenBack && _front is not { Count: > 0 })
            {
                (_hasTakenBack, _front) = (false, null);
                _isPlain = IsPlainKind && _stash is null;
            }

            if (envelope.Origin is null && Recorder.Storing is { } storing)
            {
                envelope = storing.TakeBack(envelope);
            }

            return true;
        }

        var taken = _priorities is null ? _fifo.TryTake(out envelope) : _priorities.TryTake(out envelope);
        _hasPlace = taken && _gate is not null;
        return taken;
    }

    private int Look(Span<StampedEnvelope> found) => _priorities is null ? _fifo.Look(found) : _priorities.Look(found);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Refused(IActorRef receiver, StampedEnvelope stamped)
    {
        if (IsClosed)
        {
            Late(receiver, stamped.Open());
        }
        else
        {
            Recorder.Dropped();
            Refusal.ByFullMailbox(receiver, stamped.Open());
        }

        stamped.Origin?.Tracked?.Lost();
    }

    [InlineArray(MaxLooked)]
    private struct Looked
    {
        private StampedEnvelope _first;
    }
}
