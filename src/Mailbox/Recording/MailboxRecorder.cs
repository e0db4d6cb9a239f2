using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Records the messages of one mailbox. This file has the mailbox with its actor, and the values that other classes read. The others are its runs
/// (<c>.Run</c>), its messages (<c>.Message</c>) and their records (<c>.Kept</c>), and its system messages (<c>.System</c>).
/// <para>
/// Threads: any sender calls <see cref="Stamp"/>. Everything else belongs to the thread that runs the mailbox. There is one such thread at a time,
/// except at the end of a run. Akka releases the mailbox before <c>Mailbox.Run</c> returns. So the next run may start on another thread while the
/// last one still has to close its last message. <see cref="RunOwnership"/> decides between the two.
/// </para>
/// </summary>
internal sealed partial class MailboxRecorder : RecorderFields
{
    private readonly bool _isStamped;

    // The actor: its reference, and its cell and its type once it has started.
    private object _actor;
    private volatile ActorTypeInfo? _type;
    private string? _path;
    private EntityPath? _entity;

    // The first sight of a message whose start time was not recorded. Any reader replaces it. A late reader may put back an older message; the next
    // reader then starts again, and the age is too small.
    private FirstLook? _firstLook;

    private int _stashed;

    // Start, in ticks, of the run in which an awaiting handler continues; 0 when the open message began in this run. It belongs to the owner of
    // the message.
    private long _resumedAt;

    private MessageScope _open;

    // Whether the actor's handlers use the activities that they have in unsampled traces.
    private ActivityUse _use;

    // The system message that the actor handles.
    private SystemMessageScope _systemMessage;

    /// <summary>The data kept about the current message, in case it gets a retroactive span.</summary>
    internal RetroactiveCandidate Candidate;

    /// <summary>The failures of the actor.</summary>
    internal FailureRecording Failures = new();

    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="owner">The mailbox's actor.</param>
    /// <param name="queue">The mailbox's queue.</param>
    /// <param name="stamped">False when messages cannot be stamped at enqueue. Their wait time and their parent are then not known.</param>
    public MailboxRecorder(AkkaInstrumentationExtension system, IActorRef owner, IMessageQueue queue, bool stamped = true)
        : base(system)
    {
        (_actor, Queue, _isStamped, SendersDraw) = (owner, queue, stamped, stamped);
    }

    internal AkkaInstrumentationExtension Instrumentation => _system;

    /// <summary>The message that the actor handles, if more of it is recorded than its count. Running thread.</summary>
    internal ref MessageScope Scope => ref _open;

    /// <summary>Watches the actor's messages; null for an ordinary actor, and before the actor has started. Any thread.</summary>
    internal MessageObserver? Observer => Volatile.Read(ref _observer);

    /// <summary>The actor, if it is a persistent one; else null. Any thread.</summary>
    internal IStoringActor? Storing => Observer?.Storing;

    /// <summary>The name of the event, if the message is a journal's answer for one. Null for all other messages.</summary>
    internal string? ShownName(Verdict verdict, object message) => verdict.IsWatched ? Storing?.ShownName(message) : null;

    /// <summary>Whether an unsampled message may get a span afterwards.</summary>
    internal bool MayBegin(Verdict verdict, in AkkaMessageContext message, string? shownName) =>
        RetroactiveSpans.MayBegin(verdict, _rules!.Usual, Instrumentation.Settings.Filter, message, shownName);

    /// <summary>Whether each message has to be examined, even when nothing is collected. Any thread.</summary>
    internal bool IsObserved => Observer is { SeesEveryMessage: true };

    public override ActorRules? Rules => _rules;

    internal IMessageQueue Queue { get; }

    public override int Depth => Queue is RecordedQueue queue ? queue.Depth : Queue.Count;

    public override bool KnowsAges => Queue is RecordedQueue { KnowsAges: true };

    public override Type? OldestMessage => (Queue as RecordedQueue)?.OldestMessage;

    public override long OldestEnqueuedAt => Queue is RecordedQueue queue ? queue.OldestEnqueuedAt() : 0;

    public override int StashDepth => Volatile.Read(ref _stashed) + Persistence.Commands;

    public override PersistenceWaits Persistence => Storing?.Waits ?? default;

    public override string Store => Storing?.Store ?? "";

    public override MessageCells Cells => _cells;

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
                if (recorder.Storing?.Stopped(recorder.Type!, recorder.IsCounting) is { } cause)
                {
                    FailureReports.RecoveryFailed(recorder, recorder.Type!, cause);
                }
            });
            Try(static recorder => recorder.Type!.Mailboxes.Remove(recorder));
            Try(static recorder => MessageTracker.Current?.Closed(recorder));
            Try(static recorder => recorder._system.Observer.Stopped(recorder.Self, recorder.Type!));
        }

        // Listeners may throw. The next step is taken all the same, and the waiting messages go to the dead letters.
        void Try(Action<MailboxRecorder> step) => TelemetryFault.Guard(TelemetryFault.Listener, this, step);
    }

    public override void NoteLogged(Exception cause) => Storing?.Logged(cause);

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

    /// <summary>Null before the actor has started, and while metrics are off.</summary>
    internal ActorTypeInfo? CountedType => _system.Settings.MetricsEnabled ? Type : null;

    // Applies rules that were changed at run time. The mailbox's message types get new verdicts; their counts stay.
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

    // The starting thread and a first run may both call this.
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

    /// <summary>The actor's cell; null until it is known.</summary>
    internal ActorCell? Cell => _actor as ActorCell;

    // The field is read once: senders read it too, and the reference may be replaced by the cell meanwhile.
    public override IActorRef Self => _actor switch { ActorCell cell => cell.Self, var reference => (IActorRef)reference };

    /// <summary>The actor's type; null before the actor has started. Senders read it too.</summary>
    internal ActorTypeInfo? Type
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _type;
    }

    public override ActorTypeInfo? ActorType => _type;

    public override MessageOrigin? OriginOfTimed(object message, IActorRef? sender, MessageOrigin? origin, bool isMeasured)
    {
        if (isMeasured)
        {
            _system.Observer.SentTimed(sender, Self, message);
        }

        return _systemMessage.Restarting is { } failure ? FailureReports.Retried(this, failure, message, origin) : origin;
    }

    /// <summary>The actor's path without address. It is created once.</summary>
    public override string Path => _path ??= ActorTypeNames.Readable(Self.Path);

    /// <summary>
    /// The actor's place if it is a sharded entity or below one. It is created once; for other actors one comparison shows that there is none.
    /// </summary>
    public override EntityPath? Entity => _entity ??= EntityPath.Parse(Path, Self);

    /// <summary>
    /// Whether the handler of a <c>ReceiveAsync</c> has returned at an await and will continue later. Read only for a message that is measured or
    /// traced, and at the end of a run that may have ended because of an await. The first read creates the scheduler.
    /// </summary>
    internal bool IsAwaiting => Cell?.TaskScheduler.CurrentMessage is not null;

    /// <summary>
    /// The actor starts. The starting thread and a first run may both call this at the same time. Only one of them registers the mailbox.
    /// </summary>
    public void Attach(ActorCell cell)
    {
        var rules = _rules ??= _system.RulesFor(cell);
        if (Observer is null)
        {
            Observe(before: null, ObserverFactory.At(_system, rules));
        }

        _type ??= _system.ActorType(cell, rules);
        _timing ??= _type.Timing;
        var isFirst = Interlocked.Exchange(ref _actor, cell) is not ActorCell;
        if (isFirst)
        {
            _type.Mailboxes.Add(this);
            _system.Observer.Started(cell);
        }
    }

    // Does what Attach does when the first message arrives, because a dispatcher that is not instrumented does not attach the actor. Its
    // reference knows the cell by then. Returns null when it does not.
    private ActorTypeInfo? AttachToOwner()
    {
        if (Self is ActorRefWithCell { Underlying: ActorCell cell })
        {
            IsForeign = true;
            Attach(cell);
            _system.RunsOn(cell.Dispatcher, _rules);
        }

        return _type;
    }

    /// <summary>The number of the run that has begun last, on whichever thread.</summary>
    internal int RunNumber => _owner.Last;

    /// <summary>The senders of the messages that have waited longest; none for a mailbox of another class.</summary>
    internal IReadOnlyList<WaitingSender> Senders() => (Queue as RecordedQueue)?.Senders() ?? [];

    /// <summary>
    /// The owner's fields are read while the running thread writes them, so they may belong to two messages. Akka sets the message, then
    /// increments its number, and clears the message when its handler returns, before the next one is opened. So they belong together if message
    /// and number are the same afterwards.
    /// </summary>
    public override MailboxWork ReadWork(long now)
    {
        if (IsAtWork || Cell is not { } cell || FindWork(cell) is not { Message: { } message } found)
        {
            return default;
        }

        var envelope = cell.CurrentEnvelopeId;
        var since = BegunAt(message, envelope, now);
        Interlocked.MemoryBarrier();
        return cell.CurrentEnvelopeId == envelope && ReferenceEquals(FindWork(cell).Message, message)
            ? new(message, found.Awaits, Math.Clamp(since, 1, now), envelope)
            : default;
    }

    /// <summary>The trace of the message at work, even if it is not sampled; default where it is not known. Any thread.</summary>
    internal ActivityTraceId TraceAtWork => _open is { Info: not null, Span: { } span } && !_owner.IsFree ? span.TraceId : Candidate.TraceId;

    // Akka's cell keeps a message whose handler threw until the next message, and it keeps a child's failure that it has handled. Neither is at work.
    // The cell's scheduler keeps the message of a handler that awaits. The first read creates the scheduler, so it is not read for a mailbox that was
    // found empty: nothing awaits there.
    internal (object? Message, bool Awaits) FindWork(ActorCell cell) =>
        cell.CurrentMessage is { } message and not ISystemMessage && !Failures.IsOver(cell.CurrentEnvelopeId) ? (message, false)
        : _state != RecorderState.Idle && cell.CurrentEnvelopeId != 0 && cell.TaskScheduler.CurrentMessage is { } awaited ? (awaited, true)
        : default;

    private long BegunAt(object message, int envelope, long now)
    {
        if (_open is { IsTimed: true, SpanBegunAt: > 0 and var begunAt } && !_owner.IsFree)
        {
            return begunAt;
        }

        if (Candidate.IsBegun)
        {
            return Candidate.BegunAt;
        }

        var (first, identity) = (_firstLook, RuntimeHelpers.GetHashCode(message));
        if (first is null || first.Envelope != envelope || first.Identity != identity)
        {
            _firstLook = first = new(envelope, identity, now);
        }

        return first.At;
    }

    // Akka sets the next message a moment before its number, so the number alone could be that of the message before.
    private sealed record FirstLook(int Envelope, int Identity, long At);
}

/// <summary>
/// The fields of a recorder that each run and each counted message needs. The runtime puts the fields of a base class before those of the
/// classes that derive from it. So these lie side by side, in two or three cache lines, and a run that only counts touches hardly any other part
/// of the recorder. With many actors, each of these lines comes from memory.
/// </summary>
/// <param name="system">The actor system's instrumentation.</param>
internal abstract class RecorderFields(AkkaInstrumentationExtension system) : ObservedMailbox
{
    private protected readonly AkkaInstrumentationExtension _system = system;

    // The rules for the actor; null before it has started.
    private protected ActorRules? _rules;

    // Decides which messages senders time: at the rate of the actor type, or every message if an observer has to see each of them. Null before the
    // actor has started and while it restarts; senders then time every message.
    private protected volatile TimingRate? _timing;

    // Null until the mailbox runs inside the recorder for the first time. From then on it always does, because an open message must be ended. The
    // thread that starts the actor and a first run may both write it. They write the same value, after the dispatcher's meter.
    private protected Mailbox? _mailbox;
    private protected DispatcherMeter? _dispatcher;

    // Null for an ordinary actor, and before the actor has started.
    private protected MessageObserver? _observer;

    // Whether messages may get spans, and whether they are counted. Both are read when a run begins, and not again during that run.
    private protected bool _toSpans;
    private protected bool _toCounts;
    private protected RecorderState _state;

    // Whether more of the current message is recorded than its count, or the last run has left such a message open.
    private protected bool _isOpen;

    // Whether a system message has begun and not ended. If it ends at the end of a run, this stays true, and the next run has to check it.
    private protected bool _hasSystemMessage;

    // Null while nothing is kept of unsampled messages.
    private protected KeptHandler? _kept;

    private protected MessageCells _cells;
    private protected RunOwnership _owner;
    private protected WeightedTimestamp _scheduled;

    /// <summary>
    /// Whether the running thread is between two messages, in this library or in a listener, and not in the actor. The watchdog reads this. It may
    /// see a change late, which its next check corrects.
    /// </summary>
    internal bool IsAtWork { get; private protected set; }

    /// <summary>
    /// Whether senders decide which messages are measured or traced, so that a message without a stamp needs only a count. False when messages cannot
    /// be stamped, or when an observer has to see each of them: each message is then examined when it is taken.
    /// </summary>
    internal bool SendersDraw { get; private protected set; }
}
