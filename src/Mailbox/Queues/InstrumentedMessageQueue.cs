using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// What all instrumented queues share: the stamp at enqueue, the record at dequeue. Kinds differ in how they keep
/// <see cref="StampedEnvelope"/>s and in the interface that tells Akka what they are. Any thread enqueues; one thread at a
/// time, the mailbox', dequeues.
/// </summary>
internal abstract class InstrumentedMessageQueue<TStore> : IMessageQueue, IRecordedQueue
    where TStore : struct, IEnvelopeStore
{
    private TStore _store;

    protected InstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner, TStore store)
    {
        _store = store;
        Recorder = new MailboxRecorder(system, owner, this);
    }

    public MailboxRecorder Recorder { get; }

    /// <summary>What Akka asks at the end of each run, to know whether there has to be another.</summary>
    public bool HasMessages
    {
        get
        {
            var depth = Count;
            Recorder.NoteRemaining(depth);
            return depth > 0;
        }
    }

    public virtual int Count => _store.Count;

    protected ref TStore Store => ref _store;

    public long OldestEnqueuedAt() => _store.OldestEnqueuedAt();

    public int Senders(Span<IActorRef?> senders) => _store.Senders(senders);

    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        var stamped = Stamped(envelope);
        if (!_store.TryAdd(stamped))
        {
            Refused(receiver, stamped.Open());
        }
    }

    public bool TryDequeue(out Envelope envelope)
    {
        var taken = _store.TryTake(out var next);
        if (Recorder.IsRecording && !(taken && !next.Mark.IsStamp && Recorder.TryCount(next.Held, next.Mark)))
        {
            Recorder.NextMessage(taken, next);
        }

        envelope = taken ? next.Open() : default;
        return taken;
    }

    /// <summary>
    /// The actor has stopped: what still waits goes to the dead letters, and so does what is sent by those who have found this mailbox
    /// before Akka put the dead letters in its place. Akka calls it once for a mailbox, which nobody runs any more.
    /// </summary>
    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        Recorder.Detach();
        _store.Close();
        while (_store.TryTake(out var rest))
        {
            Left(owner, rest.Open(), deadletters);
        }
    }

    /// <summary>What becomes of a message that waited when the actor stopped.</summary>
    protected virtual void Left(IActorRef owner, Envelope envelope, IMessageQueue deadletters) => deadletters.Enqueue(owner, envelope);

    /// <summary>What becomes of a message that was sent while the actor stopped. Sender's thread.</summary>
    protected virtual void Late(IActorRef receiver, Envelope envelope) => Refusal.ByClosedMailbox(receiver, envelope);

    // Nearly all of it is field reads: it is done for each message.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected StampedEnvelope Stamped(Envelope envelope)
    {
        var roots = Recorder.Roots;
        return roots is not null || Instruments.IsMeasuring
            ? Recorder.Stamp(envelope, roots)
            : new StampedEnvelope(envelope);
    }

    private void Refused(IActorRef receiver, Envelope envelope)
    {
        if (_store.IsClosed)
        {
            Late(receiver, envelope);
            return;
        }

        Recorder.Dropped();
        Refusal.ByFullMailbox(receiver, envelope);
    }
}
