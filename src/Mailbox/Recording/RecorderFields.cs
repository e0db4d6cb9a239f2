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

    // Which messages senders time; null before the actor has started and while it restarts, when they time every message. The rate of the actor
    // type, or every message where an observer has to see each of them.
    private protected volatile TimingRate? _timing;

    // Once a mailbox has run inside of the recorder, it always does, because an open message must find its end. Null before. The thread that starts
    // the actor and a first run may both write it: the same, and the dispatcher's meter before.
    private protected Mailbox? _mailbox;
    private protected DispatcherMeter? _dispatcher;

    // Null for an ordinary actor, and before the actor has started.
    private protected MessageObserver? _observer;

    // What listeners want to know. Read when a run begins, and not again during that run: messages may get spans, messages are counted.
    private protected bool _toSpans;
    private protected bool _toCounts;
    private protected RecorderState _state;

    // More of the current message is recorded than its count, or the last run has left the fields of such a message.
    private protected bool _isOpen;

    // A system message has begun and not ended. Its end at the end of a run leaves this true, which costs the next run a look.
    private protected bool _hasSystemMessage;

    // Null while nothing is kept of unsampled messages.
    private protected KeptHandler? _kept;

    private protected MessageCells _cells;
    private protected RunOwnership _owner;
    private protected WeightedTimestamp _scheduled;

    /// <summary>
    /// Whether the running thread is between two messages, in here or in a listener, and not in the actor. The watchdog reads it. It may see it
    /// too late, which its next look corrects.
    /// </summary>
    internal bool IsAtWork { get; private protected set; }

    /// <summary>
    /// Whether senders decide which messages are measured or traced, so that a message without a stamp needs only a count. False when messages cannot
    /// be stamped, and when an observer has to see each of them: each message is then looked at when it is taken.
    /// </summary>
    internal bool SendersDraw { get; private protected set; }
}
