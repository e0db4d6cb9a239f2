using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// An instrumented message queue, as the dispatcher, the collector and the spans of other actors' messages use it. A class, because the dispatcher
/// asks each mailbox that it schedules for its recorder.
/// </summary>
internal abstract class RecordedQueue : IObservedQueue
{
    /// <summary>The queue records. Called once, by its constructor.</summary>
    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="owner">The mailbox's actor.</param>
    /// <param name="stamped">False when messages cannot be stamped at enqueue.</param>
    protected RecordedQueue(AkkaInstrumentationExtension system, IActorRef owner, bool stamped = true) =>
        Recorder = new MailboxRecorder(system, owner, (IMessageQueue)this, stamped);

    public MailboxRecorder Recorder { get; }

    public ObservedMailbox Observed => Recorder;

    /// <summary>The number of waiting messages. Any thread. Never blocks.</summary>
    public abstract int Depth { get; }

    /// <summary>
    /// <see cref="System.Diagnostics.Stopwatch"/> ticks at which the first waiting message with a timestamp was enqueued. 0 when no message near the
    /// head has a timestamp, or when the queue does not know. Called on the collector's thread, while other threads enqueue and dequeue; only when
    /// messages wait.
    /// </summary>
    public virtual long OldestEnqueuedAt() => 0;

    /// <summary>The type of the oldest waiting message, where that is not simply the next one; otherwise null. Any thread.</summary>
    public virtual Type? OldestMessage => null;

    /// <summary>Whether it keeps times at all.</summary>
    public virtual bool KnowsAges => true;

    /// <summary>
    /// The senders of the first waiting messages; none when the queue does not know. Called on the background thread, while other threads enqueue and
    /// dequeue. The messages found may already have been taken.
    /// </summary>
    public virtual IReadOnlyList<WaitingSender> Senders() => [];
}

/// <summary>Who sent a message that waits.</summary>
/// <param name="Sender">The sender; null for none.</param>
/// <param name="IsScheduled">Whether a scheduler sent it.</param>
/// <param name="Message">The type of the message.</param>
internal readonly record struct WaitingSender(IActorRef? Sender, bool IsScheduled, Type Message);
