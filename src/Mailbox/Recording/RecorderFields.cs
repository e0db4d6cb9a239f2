using Akka.Dispatch;

namespace AkkaInstrumentation;

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
