using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// The part of an instrumented message queue that the dispatcher, the collector and other actors' messages use. It is a class and not an interface,
/// because the dispatcher asks each mailbox that it schedules for its recorder.
/// </summary>
internal abstract class RecordedQueue : IObservedQueue
{
    /// <summary>Creates the recorder. Called once, by the constructor of the queue.</summary>
    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="owner">The mailbox's actor.</param>
    /// <param name="stamped">False when messages cannot be stamped at enqueue.</param>
    protected RecordedQueue(AkkaInstrumentationExtension system, IActorRef owner, bool stamped = true) =>
        Recorder = new MailboxRecorder(system, owner, (IMessageQueue)this, stamped);

    public MailboxRecorder Recorder { get; }

    /// <summary>
    /// An instrumented dispatcher runs the mailbox and nothing has been collected so far, so a message does not need the recorder. The value is kept
    /// in the queue itself, because the recorder of such a mailbox is seldom in the processor's cache.
    /// </summary>
    internal bool IsQuiet { get; private set; }

    public ObservedMailbox Observed => Recorder;

    /// <summary>Returns what to execute for the mailbox: the mailbox itself while nothing is collected. The thread that schedules it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal IRunnable RunnableFor(Mailbox mailbox) => IsQuiet && !Listeners.AreThere ? mailbox : Recorder.RunnableFor(mailbox);

    /// <summary>
    /// Nothing has been collected so far. Called by the thread that schedules the mailbox, before a run, when it has seen no recorded run. Meanwhile
    /// the thread that starts the actor may find that recorded runs are needed and call <see cref="Wake"/>. The second of the two calls sees the
    /// first.
    /// </summary>
    internal void Rest()
    {
        IsQuiet = true;
        Interlocked.MemoryBarrier();
        if (Recorder.HasRuns)
        {
            IsQuiet = false;
        }
    }

    /// <summary>The mailbox's runs are recorded from now on. <see cref="MailboxRecorder.HasRuns"/> is already true.</summary>
    internal void Wake()
    {
        Interlocked.MemoryBarrier();
        IsQuiet = false;
    }

    /// <summary>Records the sender's side of a message; nothing if nothing is collected. Sender's thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected StampedEnvelope Stamp(Envelope envelope) =>
        MayStamp ? Recorder.Stamp(envelope) : new StampedEnvelope(envelope);

    /// <summary>Whether anything is collected that senders record, or an observer sees every message. Sender's thread.</summary>
    protected static bool MayStamp
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => AkkaTelemetry.Source.HasListeners() || Instruments.IsMeasuring || WatchedSends.Current is not null;
    }

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

    /// <summary>Whether the queue keeps times at all.</summary>
    public virtual bool KnowsAges => true;

    /// <summary>
    /// The senders of the first waiting messages; none when the queue does not know. Called on the background thread, while other threads enqueue and
    /// dequeue. The messages found may already have been taken.
    /// </summary>
    public virtual IReadOnlyList<WaitingSender> Senders() => [];
}

/// <summary>The sender of a waiting message.</summary>
/// <param name="Sender">The sender; null for none.</param>
/// <param name="IsScheduled">Whether a scheduler sent it.</param>
/// <param name="Message">The type of the message.</param>
internal readonly record struct WaitingSender(IActorRef? Sender, bool IsScheduled, Type Message);
