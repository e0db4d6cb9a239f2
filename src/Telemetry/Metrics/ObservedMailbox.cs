using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The part of a mailbox that collectors and spans read. The class that records a mailbox's messages derives from it. Its fields are those that a
/// walk over all mailboxes reads.
/// </summary>
internal abstract class ObservedMailbox
{
    /// <summary>Its place in the <see cref="MailboxRegistry"/> plus 1; 0 before it has one, -1 afterwards.</summary>
    internal int Place;

    /// <summary>Its largest depth, which runs record.</summary>
    internal DepthPeak Depths;

    /// <summary>
    /// The number of its runs so far, while metrics were collected. Runs begin one after the other, so the running thread increments it without an
    /// interlocked operation.
    /// </summary>
    internal long Runs;

    private ActorLoad? _load;

    /// <summary>What the actor did in the last minute; null before its first timed message or failure. Any thread.</summary>
    public ActorLoad? Load => Volatile.Read(ref _load);

    /// <summary>The same, created if there is none. Any thread.</summary>
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

    /// <summary>A timed message is enqueued. Returns its origin, to which values may have been added. Sender's thread.</summary>
    /// <param name="message">The message.</param>
    /// <param name="sender">Its sender.</param>
    /// <param name="origin">Its origin so far.</param>
    /// <param name="isMeasured">Whether it is timed for the distributions, not only for a span.</param>
    public virtual MessageOrigin? OriginOfTimed(object message, IActorRef? sender, MessageOrigin? origin, bool isMeasured) => origin;

    /// <summary>The place of the actor in the sharding, if it is a sharded entity or below one; otherwise null. Running thread.</summary>
    public virtual EntityPath? Entity => EntityPath.Parse(Path, Self);

    /// <summary>The wait of the message that is being processed, if it is known. Running thread, inside the message.</summary>
    public abstract TimeSpan? CurrentWait { get; }

    /// <summary>The number of messages in the actor's stash, and of commands that wait for its journal. Any thread.</summary>
    public virtual int StashDepth => 0;

    /// <summary>The commands and events that wait for the journal of a persistent actor; none for other actors. Any thread.</summary>
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

/// <summary>The message that an actor handles, or in whose handler it awaits. It must not be kept, because it refers to the message.</summary>
/// <param name="Message">The message; null for none.</param>
/// <param name="Awaits">Whether its handler has released the thread and continues later.</param>
/// <param name="Since">Ticks at which it began. If its start was not recorded, the ticks of the first check that saw it.</param>
/// <param name="Envelope">The number that Akka gives it.</param>
internal readonly record struct MailboxWork(object? Message, bool Awaits, long Since, int Envelope);

/// <summary>
/// The largest depth of one mailbox since a collector last took it. A run records a depth about once. The thread that reads the remaining depth
/// at the end of a run records it, although the next run may already have begun on another thread. A collector takes the value. A record that
/// races with a take is either kept for the next take, or is not larger than the value just taken. In both cases collectors miss no larger
/// value.
/// </summary>
internal struct DepthPeak
{
    private int _largest;

    public void Record(int depth)
    {
        var largest = Volatile.Read(ref _largest);
        while (depth > largest)
        {
            var found = Interlocked.CompareExchange(ref _largest, depth, largest);
            if (found == largest)
            {
                return;
            }

            largest = found;
        }
    }

    // Most mailboxes have had no messages since the last take, so this reads before it exchanges.
    public int Take() => Volatile.Read(ref _largest) == 0 ? 0 : Interlocked.Exchange(ref _largest, 0);
}

/// <summary>
/// The largest value of the last minute, in steps of ten seconds. It is a window and not "since the last collection", because an
/// instrument cannot know which reader asks: the first reader would take the peak away from the others.
/// Readers that collect at least once a minute (the default) see every peak. A walk uses it, one at a time.
/// </summary>
internal sealed class PeakWindow
{
    private const int Steps = 7;
    private static readonly long StepTicks = 10 * Stopwatch.Frequency;

    private readonly long[] _largest = new long[Steps];
    private long _step;

    /// <summary>Returns the largest value of the current step and the six before it, which covers the last 60 to 70 seconds.</summary>
    public long Record(long value, long now)
    {
        var step = now / StepTicks;
        for (var outdated = Math.Max(_step + 1, step - Steps + 1); outdated <= step; outdated++)
        {
            _largest[outdated % Steps] = 0;
        }

        _step = Math.Max(_step, step);
        ref var current = ref _largest[_step % Steps];
        current = Math.Max(current, value);
        return _largest.Max();
    }
}

/// <summary>
/// Sees the rare events of one actor system, for health and diagnosis, even while no metrics are collected. Called on the thread on which the event
/// happens, which may be any.
/// </summary>
internal interface IRareEvents
{
    /// <summary>A supervisor restarts an actor.</summary>
    void Restarted(ObservedMailbox actor, ActorTypeInfo type);

    /// <summary>
    /// A handler threw, an actor failed to start or to recover, its journal or snapshot store failed, or it got a failure as a message.
    /// </summary>
    void Failed(in SeenFailure failure);

    /// <summary>The watch over the mailboxes of a dispatcher that wait for a thread; null for none. Called once for each dispatcher.</summary>
    WaitWatch? WatchWaits(string dispatcher);
}

/// <summary>A failure of an actor, at the place where it is observed. It must not be kept, because it refers to the actor.</summary>
/// <param name="Mailbox">The actor's mailbox.</param>
/// <param name="Cell">The actor's cell; null when it is gone.</param>
/// <param name="Type">The actor's type.</param>
/// <param name="Count">The count of failures with this exception.</param>
/// <param name="Message">Readable name of the message's type; <c>_none</c> when the actor failed to start, <c>_recovery</c> when it failed to
/// recover.</param>
/// <param name="Cause">The exception; null when it is not known.</param>
/// <param name="At"><see cref="Stopwatch"/> ticks.</param>
internal readonly record struct SeenFailure(
    ObservedMailbox Mailbox, ActorCell? Cell, ActorTypeInfo Type, FailureCount Count, string Message, Exception? Cause, long At)
{
    /// <summary>The message's trace, if it was recorded.</summary>
    public ActivityTraceId Trace { get; init; }

    /// <summary>The id of the journal or snapshot store that failed; empty for a handler's failure.</summary>
    public string Store { get; init; } = "";

    /// <summary>
    /// For a <c>Status.Failure</c> that the actor got: the readable name of the type of the actor that was asked or has answered, or <c>_unknown</c>.
    /// Empty if the actor itself has failed.
    /// </summary>
    public string Asked { get; init; } = "";
}
