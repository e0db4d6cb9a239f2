using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Base of all instrumented queues: stamps messages at enqueue and records them at dequeue. The kinds differ in how they keep
/// <see cref="StampedEnvelope"/>s and in the interface that tells Akka what they are. Any thread enqueues. One thread at a time dequeues: the one
/// that runs the mailbox.
/// </summary>
internal abstract class InstrumentedMessageQueue<TStore> : RecordedQueue, IMessageQueue
    where TStore : struct, IEnvelopeStore
{
    private TStore _store;

    protected InstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, TStore store)
        : base(system, owner) => _store = store;

    /// <summary>Akka reads this at the end of each run, to know whether another run is needed.</summary>
    public bool HasMessages
    {
        get
        {
            var depth = Count;
            Recorder.Depths.Record(depth);
            return depth > 0;
        }
    }

    public virtual int Count => _store.Count;

    protected ref TStore Store => ref _store;

    public override long OldestEnqueuedAt() => _store.OldestEnqueuedAt();

    public override int Senders(Span<IActorRef?> senders) => _store.Senders(senders);

    public virtual void Enqueue(IActorRef receiver, Envelope envelope) => Add(receiver, Recorder.Stamp(envelope));

    /// <summary>Adds a stamped message. Sender's thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void Add(IActorRef receiver, StampedEnvelope stamped)
    {
        if (!_store.TryAdd(stamped))
        {
            Refused(receiver, stamped.Open());
        }
    }

    public bool TryDequeue(out Envelope envelope)
    {
        var taken = _store.TryTake(out var next);
        if (Recorder.IsRecording && !(taken ? !next.InlineStamp.IsStamp && TryCount(next.Payload, next.InlineStamp) : Recorder.TryEnd()))
        {
            NextMessage(taken, next.Payload, next.Sender, next.InlineStamp);
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
        _store.Close();
        var here = ExecutionContext.Capture();
        while (_store.TryTake(out var rest))
        {
            LostMessage.Enter(Recorder, rest);
            Left(owner, rest.Open(), deadletters);
        }

        LostMessage.Leave(here);
    }

    /// <summary>Handles a message that waited when the actor stopped.</summary>
    protected virtual void Left(IActorRef owner, Envelope envelope, IMessageQueue deadletters) => deadletters.Enqueue(owner, envelope);

    /// <summary>Handles a message that was sent while the actor stopped. Sender's thread.</summary>
    protected virtual void Late(IActorRef receiver, Envelope envelope) => Refusal.ByClosedMailbox(receiver, envelope);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryCount(object payload, InlineStamp inlineStamp) =>
        Recorder.TryCount(payload, inlineStamp)
        || (Recorder.Running.Dequeue == DequeueState.First
            ? Recorder.TryCountFirst(payload, inlineStamp, _store.Count)
            : Recorder.Running.Dequeue == DequeueState.OnlyCount && Recorder.TryCountCarried(payload));

    // In parts: what is passed by reference is kept in memory.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void NextMessage(bool taken, object payload, IActorRef sender, InlineStamp inlineStamp) =>
        Recorder.NextMessage(taken, new StampedEnvelope(payload, sender, inlineStamp));

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
