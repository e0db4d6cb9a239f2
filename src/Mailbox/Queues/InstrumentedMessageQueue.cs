using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// What all instrumented queues share: the stamp at enqueue, the record at dequeue. Kinds differ in how they keep
/// <see cref="StampedEnvelope"/>s. Any thread enqueues; one thread at a time, the mailbox', dequeues.
/// </summary>
internal abstract class InstrumentedMessageQueue : IMessageQueue, IRecordedQueue
{
    protected InstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner)
    {
        Recorder = new MailboxRecorder(system, owner, this);
    }

    public MailboxRecorder Recorder { get; }

    public abstract bool HasMessages { get; }

    public abstract int Count { get; }

    public abstract long OldestEnqueuedAt();

    public void Enqueue(IActorRef receiver, Envelope envelope) => Store(Stamped(envelope));

    public bool TryDequeue(out Envelope envelope)
    {
        var taken = TryTake(out var next);
        if (Recorder.IsRecording)
        {
            Recorder.NextMessage(taken, next);
        }

        envelope = taken ? next.Envelope : default;
        return taken;
    }

    /// <summary>The actor has stopped: what still waits goes to the dead letters.</summary>
    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        Recorder.Detach();
        while (TryTake(out var rest))
        {
            deadletters.Enqueue(owner, rest.Envelope);
        }
    }

    protected abstract void Store(in StampedEnvelope envelope);

    protected abstract bool TryTake(out StampedEnvelope envelope);

    protected StampedEnvelope Stamped(Envelope envelope) =>
        AkkaTelemetry.WantsStamps ? Recorder.Stamp(envelope) : new StampedEnvelope(envelope);
}
