using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Records the messages of one mailbox. This part is the mailbox. The others are its actor (<c>.Owner</c>), what others read (<c>.State</c>), a run
/// (<c>.Run</c>), a message (<c>.Message</c>, <c>.Scope</c>), a failure and a system message (<c>.Failure</c>).
/// <para>
/// Threads: any sender calls <see cref="Stamp"/>. Everything else belongs to the thread that runs the mailbox. There is one such thread at a time,
/// except at the end of a run. Akka releases the mailbox before <c>Mailbox.Run</c> returns. So the next run may start on another thread while the
/// last one still has to close its last message. <see cref="RunOwnership"/> decides between the two.
/// </para>
/// </summary>
/// <param name="system">The actor system's instrumentation.</param>
/// <param name="owner">The mailbox's actor.</param>
/// <param name="queue">The mailbox's queue.</param>
/// <param name="stamped">False when messages cannot be stamped at enqueue. Their wait time and their parent are then not known.</param>
internal sealed partial class MailboxRecorder(AkkaInstrumentationExtension system, IActorRef owner,
    IMessageQueue queue, bool stamped = true) : ObservedMailbox
{
    private readonly AkkaInstrumentationExtension _system = system;
    private readonly bool _isStamped = stamped;
    private ActorRules? _rules;
    private int _stashed;
    private RunOwnership _owner;

    // What listeners want to know. Read when a run begins, and not again during that run: messages may get spans, messages are counted.
    private bool _toSpans;
    private bool _toCounts;
    private RecorderState _state;

    // The trace of a restart or stop that waits for the actor's children.
    private MessageOrigin? _finishing;

    // The system message at work, if a test follows it.
    private TrackedMessage? _systemMessage;

    // What is current while the actor handles a system message of an unsampled trace.
    private NonRecordingActivity? _systemActivity;

    // The failure for which the actor restarts, while it handles that. Written by the running thread. A sender uses it on that thread only.
    private PendingFailure? _restarting;

    // Null for an ordinary actor, and before the actor has started.
    private MessageObserver? _observer;

    // Start, in ticks, of the run in which an awaiting handler continues; 0 when the open message began in this run. It belongs to the owner of
    // the message.
    private long _resumedAt;

    // The runtime puts structures that hold references last, in this order: first what every message needs. A mailbox that has few messages a run is
    // seldom in the processor's cache.
    private MessageCells _cells;

    private MessageScope _open;

    /// <summary>What is kept about the current message, in case it gets a retroactive span.</summary>
    internal RetroactiveCandidate Candidate;

    /// <summary>The failures of the actor.</summary>
    internal FailureRecording Failures = new();

    internal AkkaInstrumentationExtension Instrumentation => _system;

    /// <summary>What watches the actor's messages; null for an ordinary actor, and before the actor has started. Any thread.</summary>
    internal MessageObserver? Observer => Volatile.Read(ref _observer);

    /// <summary>Whether each message has to be looked at, whether or not anybody listens. Any thread.</summary>
    internal bool IsObserved => Observer is { SeesEveryMessage: true };

    public override ActorRules? Rules => _rules;

    internal IMessageQueue Queue { get; } = queue;

    public override int Depth => Queue is RecordedQueue queue ? queue.Depth : Queue.Count;

    public override bool KnowsAges => Queue is RecordedQueue { KnowsAges: true };

    public override Type? OldestMessage => (Queue as RecordedQueue)?.OldestMessage;

    public override long OldestEnqueuedAt => Queue is RecordedQueue queue ? queue.OldestEnqueuedAt() : 0;

    public override int StashDepth => Volatile.Read(ref _stashed) + Persistence.Commands;

    public override PersistenceWaits Persistence => Observer?.Waits ?? default;

    public override string Store => Observer?.Store ?? "";

    public override MessageCells Cells => _cells;

    /// <summary>
    /// Whether senders decide which messages are measured or traced, so that a message without a stamp needs only a count. False when messages cannot
    /// be stamped, and when an observer has to see each of them: each message is then looked at when it is taken.
    /// </summary>
    internal bool SendersDraw { get; private set; } = stamped;

    /// <summary>
    /// The mailbox is closed. Nothing may stay open, and its counts move to the actor type. Called in the actor's last run. Never throws.
    /// </summary>
    public void Detach()
    {
        Try(static recorder => recorder.CloseForGood());
        Try(static recorder => recorder.Failures.ExpectNothing());
        if (Type is not null)
        {
            Try(static recorder =>
            {
                if (recorder.Observer?.Stopped(recorder.Type!, recorder.IsCounting) is { } cause)
                {
                    recorder.RecoveryFailed(recorder.Type!, cause);
                }
            });
            Try(static recorder => recorder.Type!.Mailboxes.Remove(recorder));
            Try(static recorder => MessageTracker.Current?.Closed(recorder));
            Try(static recorder => recorder._system.ActorStopped(recorder.Self, recorder.Type!));
        }

        // Listeners may throw. The next step is taken all the same, and the waiting messages go to the dead letters.
        void Try(Action<MailboxRecorder> step) => TelemetryFault.Guard(TelemetryFault.Listener, this, step);
    }

    public override void NoteLogged(Exception cause) => Observer?.Logged(cause);

    public override void NoteUnhandled() => Observer?.Unhandled();

    /// <summary>The mailbox was full, so a message went to the dead letters. Sender's thread.</summary>
    public void Dropped() => CountedType?.Dropped.Increment();

    /// <summary>The actor stashed a message. Actor's thread.</summary>
    public void Stashed()
    {
        Observer?.Stashed();
        CountedType?.Stashed.Increment();
    }

    /// <summary>The number of messages in the actor's stash has changed. Actor's thread.</summary>
    public void StashHolds(int messages) => Volatile.Write(ref _stashed, messages);

    /// <summary>
    /// A message returns from the stash after this number of ticks. Actor's thread. Never throws: Akka's stash would lose the message.
    /// </summary>
    public void Unstashed(long ticks)
    {
        if (Instruments.StashDuration.Enabled && CountedType is { } type)
        {
            TelemetryFault.Guard(
                TelemetryFault.Listener, (ticks, type), static it => Instruments.StashDuration.Record(Ticks.ToSeconds(it.ticks), it.type.Tags));
        }
    }

    /// <summary>A supervisor restarts the actor. Any thread.</summary>
    public void Restarting() => CountedType?.Restarts.Increment();

    // Null before the actor has started, and while metrics are off.
    private ActorTypeInfo? CountedType => _system.Settings.MetricsEnabled ? Type : null;

    // Rules that were changed at run time. The mailbox's message types get new verdicts; their counts stay.
    private void Follow(RuleSet rules)
    {
        if (_rules is { } old && !ReferenceEquals(old.Set, rules))
        {
            TelemetryFault.Guard(TelemetryFault.Rules, (Recorder: this, old, rules), static it => it.Recorder.Change(it.old, it.rules));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Change(ActorRules old, RuleSet rules)
    {
        var changed = rules.For(Self.Path.ToStringWithoutAddress(), old.Actor, old.Props);
        for (var cell = _cells.Latest; cell is not null; cell = cell.Next)
        {
            cell.ApplyRules(changed);
        }

        _rules = changed;
        Observe(Observer, ObserverFactory.Follow(Observer, _system, changed));
    }

    // The starting thread and a first run may both do this.
    private void Observe(MessageObserver? before, MessageObserver? now)
    {
        if (!ReferenceEquals(before, now) && Interlocked.CompareExchange(ref _observer, now, before) == before)
        {
            SendersDraw = _isStamped && !IsObserved;
            _timing = UsualTiming;
        }
    }

    // Which messages senders time.
    private TimingRate? UsualTiming => IsObserved ? TimingRate.All : _type?.Timing;
}

/// <summary>
/// What the recorder of a mailbox is at. The thread that runs the mailbox writes it; only <see cref="Awaiting"/> is what the last run has left to
/// <see cref="RunOwnership"/>, because the next run may have begun by then.
/// <list type="bullet">
/// <item>A run begins: <see cref="Counting"/>; <see cref="Begun"/> if its first message needs a look; <see cref="InMessage"/> if one is open.</item>
/// <item>A message that is only counted: <see cref="Counting"/>.</item>
/// <item>Another message: <see cref="InMessage"/>; <see cref="Counting"/> if nothing of it stays open.</item>
/// <item>The mailbox is empty: <see cref="Idle"/>. A system message: <see cref="InSystemMessage"/>.</item>
/// <item>The run ends: as before; <see cref="Awaiting"/> if the open message's handler does.</item>
/// <item>While nobody listens: <see cref="Off"/>, whatever happens.</item>
/// </list>
/// </summary>
internal enum RecorderState : byte
{
    /// <summary>
    /// A run has begun, and what listeners want of its first message is not known. The first state. On a dispatcher that is not instrumented, it
    /// is left with the first message for good.
    /// </summary>
    Begun,

    /// <summary>No message is open, and what is current is right. A message without a stamp, a trace of its own and a rule is only counted.</summary>
    Counting,

    /// <summary>The actor has a message of which more than the count is recorded, or whose context is not right for the next one.</summary>
    InMessage,

    /// <summary>The actor handles a system message, in whose trace it may send.</summary>
    InSystemMessage,

    /// <summary>The run found the mailbox empty, so no handler of its messages is active.</summary>
    Idle,

    /// <summary>Nobody listens, so there is nothing to record.</summary>
    Off,

    /// <summary>The handler of the open message has returned at an await, and the run has left.</summary>
    Awaiting,
}

/// <summary>
/// Decides which run may close the open message of a mailbox. A run takes the message when it begins, and leaves it when it has returned from the
/// mailbox. Akka lets the next run begin before that. The mailbox makes sure that runs begin one after the other. Taking is one
/// exchange. Leaving is one compare-and-swap, which fails when the next run has taken over: the message then no longer belongs to the leaving run.
/// </summary>
internal struct RunOwnership
{
    private const int Nobody = 0;
    private const int AwaitingHandler = -1;

    // Runs are numbered from 1. The numbers start again after about two billion runs, so two active runs never have the same number.
    private int _holder;
    private int _runs;

    // The run has found nothing open and opened nothing, so it holds nothing. Running thread.
    private bool _isPassing;

    /// <summary>What the previous run left open.</summary>
    internal enum Left
    {
        /// <summary>Nothing.</summary>
        Nothing,

        /// <summary>Nothing. The values in the fields are obsolete.</summary>
        ObsoleteFields,

        /// <summary>An asynchronous handler that has not finished.</summary>
        AwaitingHandler,

        /// <summary>Its last message. That run has not returned yet, and it now detects that it was overtaken.</summary>
        ByARunThatHasNotReturned,
    }

    /// <summary>Whether an instrumented run is on the mailbox. Read by the running thread.</summary>
    public readonly bool IsInRun => _isPassing || Volatile.Read(in _holder) > Nobody;

    /// <summary>Whether a handler awaits, and no run is on the mailbox.</summary>
    public readonly bool IsAwaiting => Volatile.Read(in _holder) == AwaitingHandler;

    /// <summary>Whether no run is on the mailbox and no handler awaits.</summary>
    public readonly bool IsFree => Volatile.Read(in _holder) == Nobody;

    public readonly bool IsHeldBy(int run) => Volatile.Read(in _holder) == run;

    /// <summary>The number of the run that has begun last; 0 before the first. Any thread.</summary>
    public readonly int Last => Volatile.Read(in _runs);

    /// <summary>
    /// A run begins, and takes what is open. When nothing is, it writes only its number, and leaves without an interlocked operation. Returns the
    /// number.
    /// </summary>
    /// <param name="isOpen">Whether the fields have a message.</param>
    /// <param name="left">What the previous run has left.</param>
    public int Begin(bool isOpen, out Left left)
    {
        _isPassing = !isOpen && IsFree;
        var run = _runs = _runs == int.MaxValue ? 1 : _runs + 1;
        left = _isPassing ? Left.Nothing : Interlocked.Exchange(ref _holder, run) switch
        {
            Nobody => Left.ObsoleteFields,
            AwaitingHandler => Left.AwaitingHandler,
            _ => Left.ByARunThatHasNotReturned,
        };
        return run;
    }

    /// <summary>The run opens a message, which it has to end. Running thread.</summary>
    public void Hold()
    {
        if (_isPassing)
        {
            _isPassing = false;
            Volatile.Write(ref _holder, _runs);
        }
    }

    /// <summary>Whether no run has begun after this one.</summary>
    public readonly bool IsLast(int run) => Last == run;

    /// <summary>Returns false when the next run has taken over.</summary>
    public bool Leave(int run, bool awaiting) =>
        Interlocked.CompareExchange(ref _holder, awaiting ? AwaitingHandler : Nobody, run) == run;
}

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
internal readonly record struct WaitingSender(IActorRef? Sender, bool IsScheduled);
