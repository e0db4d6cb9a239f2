using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A mailbox as collectors and spans see it. The class that records a mailbox's messages derives from it. The fields are those that a walk over
/// all mailboxes reads.
/// </summary>
internal abstract class ObservedMailbox
{
    /// <summary>Its place in the <see cref="MailboxRegistry"/> plus 1; 0 before it has one, -1 afterwards.</summary>
    internal int Place;

    /// <summary>Its largest depth, which runs record.</summary>
    internal DepthPeak Depths;

    /// <summary>
    /// Its runs so far that metrics count. Runs begin one after the other, so the running thread increments it without an interlocked operation.
    /// </summary>
    internal long Runs;

    private ActorLoad? _load;

    /// <summary>What the actor did in the last minute; null before its first timed message or failure. Any thread.</summary>
    public ActorLoad? Load => Volatile.Read(ref _load);

    /// <summary>The same, made if there is none. Any thread.</summary>
    public ActorLoad EnsureLoad() => LazyInitializer.EnsureInitialized(ref _load, static () => new ActorLoad());

    /// <summary>The dispatcher that runs it; null before its first instrumented run. Any thread.</summary>
    public virtual DispatcherMeter? Dispatcher => null;

    /// <summary>The number of waiting messages. Any thread. Passes on exceptions of a user's queue.</summary>
    public abstract int Depth { get; }

    /// <summary>
    /// <see cref="System.Diagnostics.Stopwatch"/> ticks at which the first waiting message with a timestamp was enqueued; 0 when unknown. Collector's
    /// thread.
    /// </summary>
    public abstract long OldestEnqueuedAt { get; }

    /// <summary>Whether it keeps the times of messages at all. Any thread.</summary>
    public virtual bool KnowsAges => true;

    /// <summary>The type of the oldest waiting message, where that is not simply the next one; otherwise null. Any thread.</summary>
    public virtual Type? OldestMessage => null;

    /// <summary>Message counts by type. Any thread.</summary>
    public abstract MessageCells Cells { get; }

    public abstract IActorRef Self { get; }

    /// <summary>The actor's path without the address. Made once.</summary>
    public abstract string Path { get; }

    /// <summary>The rules for the actor; null before it has started. Senders read it too.</summary>
    public virtual ActorRules? Rules => null;

    /// <summary>The actor's type; null before it has started. Any thread.</summary>
    public virtual ActorTypeInfo? ActorType => null;

    /// <summary>A message is enqueued that is timed. Returns its origin, which may have become more. Sender's thread.</summary>
    public virtual MessageOrigin? TakesTimed(object message, IActorRef? sender, MessageOrigin? origin) => origin;

    /// <summary>The place of the actor if it is a sharded entity or below one; else null. Running thread.</summary>
    public virtual EntityPath? Entity => EntityPath.Parse(Path, Self);

    /// <summary>The wait of the message that is being processed, if it is known. Running thread, inside the message.</summary>
    public abstract TimeSpan? CurrentWait { get; }

    /// <summary>The number of messages in the actor's stash, and of commands that wait for its journal. Any thread.</summary>
    public virtual int StashDepth => 0;

    /// <summary>What waits for the journal of a persistent actor; nothing for others. Any thread.</summary>
    public virtual PersistenceWaits Persistence => default;

    /// <summary>The id of a persistent actor's journal; empty for others. Any thread.</summary>
    public virtual string Store => "";

    /// <summary>The message at work now. Any thread; cheap enough for a walk over all mailboxes.</summary>
    /// <param name="now"><see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
    public virtual MailboxWork ReadWork(long now) => default;

    /// <summary>The actor has not handled its current message. Running thread, inside the message.</summary>
    public virtual void NoteUnhandled()
    {
    }

    /// <summary>The actor has logged an error with an exception. Running thread, inside a message or a system message.</summary>
    public virtual void NoteLogged(Exception cause)
    {
    }

    /// <summary>The actor has stopped.</summary>
    public bool IsGone => Volatile.Read(ref Place) == -1;

    /// <summary>Records a depth for the peak, at the end of a run too. Another thread may already run the mailbox then.</summary>
    public void RecordDepth(int depth)
    {
        if (ObservableInstruments.Peak.Enabled)
        {
            Depths.Record(depth);
        }
    }

    /// <summary>The same as <see cref="OldestEnqueuedAt"/>. Never throws, although a mailbox may contain a user's queue.</summary>
    public long OldestOrNone => TelemetryFault.GuardValue(TelemetryFault.Queue, this, static mailbox => mailbox.OldestEnqueuedAt, 0);

    /// <summary>The number of waiting messages. Never throws, although a mailbox may contain a user's queue.</summary>
    public int DepthOrNone => TelemetryFault.GuardValue(TelemetryFault.Queue, this, static mailbox => mailbox.Depth, 0);
}

/// <summary>The message queue of an instrumented mailbox.</summary>
internal interface IObservedQueue
{
    ObservedMailbox Observed { get; }
}

/// <summary>The message that an actor handles or awaits in. Not kept: it refers to the message.</summary>
/// <param name="Message">The message; null for none.</param>
/// <param name="Awaits">Its handler has released the thread and goes on later.</param>
/// <param name="Since">Ticks at which it began, or of the first look that saw it where nobody has noted its begin.</param>
/// <param name="Envelope">The number that Akka gives it.</param>
internal readonly record struct MailboxWork(object? Message, bool Awaits, long Since, int Envelope);
