using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Actor.Scheduler;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Counts the dead letters, unhandled messages and log events that the system publishes to its event stream. It is a reference without an actor. The
/// publisher's thread counts, so no mailbox needs instrumentation and an ordinary message costs nothing. It is subscribed from the system's start to
/// its end. Lost messages are also shown to the health check and the diagnosis.
/// </summary>
internal sealed class EventCounts : MinimalActorRef
{
    private const string Infrastructure = "infrastructure";
    private const string Region = "Akka.Cluster.Sharding.ShardRegion";

    private static readonly (Type Class, string Level)[] Levels =
        [(typeof(Debug), "debug"), (typeof(Info), "info"), (typeof(Warning), "warning"), (typeof(Error), "error")];

    // The node to which a message on this thread cannot be sent. Akka's dead letter does not show it.
    [ThreadStatic]
    private static string? t_goneNode;

    // The counts end with the metrics of their actor system.
    private static readonly ConditionalWeakTable<SystemMetrics, EventCounts> All = [];

    private readonly ExtendedActorSystem _system;
    private readonly ActorNames _names;
    private readonly SystemMetrics _metrics;
    private readonly Action<SeenLoss> _lost;
    private readonly TaggedCount[] _logged;

    public EventCounts(ExtendedActorSystem system, SystemMetrics metrics, ActorNames names, Action<SeenLoss> lost)
    {
        (_system, _metrics, _names, _lost) = (system, metrics, names, lost);
        All.AddOrUpdate(metrics, this);
        (DeadLetters, Unhandled, ErrorReplies) = (new(metrics), new(metrics), new(metrics));
        Path = new RootActorPath(Address.AllSystems) / "AkkaInstrumentation";
        system.EventStream.Subscribe(this, typeof(AllDeadLetters));
        _logged = new TaggedCount[Levels.Length];
        for (var level = 0; level < Levels.Length; level++)
        {
            _logged[level] = new(metrics.Tags.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.LogLevel, Levels[level].Level)));
            system.EventStream.Subscribe(this, Levels[level].Class);
        }
    }

    public override ActorPath Path { get; }

    public override IActorRefProvider Provider => _system.Provider;

    public LossCounts DeadLetters { get; }

    public LossCounts Unhandled { get; }

    /// <summary>Messages <c>Status.Failure</c>, by the type of the receiver, of the actor that has answered or was asked, and of the
    /// exception.</summary>
    public LossCounts ErrorReplies { get; }

    public IEnumerable<TaggedCount> Logged => _logged;

    /// <summary>From now on, a dead letter on this thread counts as one for a node that is gone.</summary>
    /// <param name="address">The node's address; null at the end.</param>
    public static void DropsFor(string? address) => t_goneNode = address;

    /// <summary>The counts of an actor system; null before its metrics have been switched on.</summary>
    public static EventCounts? Find(SystemMetrics system) => All.TryGetValue(system, out var counts) ? counts : null;

    public void Unsubscribe() => _system.EventStream.Unsubscribe(this);

    /// <summary>Publisher's thread. Never throws.</summary>
    protected override void TellInternal(object message, IActorRef sender) =>
        TelemetryFault.Guard(TelemetryFault.Event, (Counts: this, message), static it => it.Counts.Count(it.message));

    private void Count(object message)
    {
        if (message is UnhandledMessage { Recipient: { } actor } && InternalCurrentActorCellKeeper.Current is { } cell
            && ReferenceEquals(cell.Self, actor))
        {
            (cell.Mailbox?.MessageQueue as IObservedQueue)?.Observed.NoteUnhandled();
        }
        else if (message is Error { Cause: { } cause } && InternalCurrentActorCellKeeper.Current is { } logs)
        {
            (logs.Mailbox?.MessageQueue as IObservedQueue)?.Observed.NoteLogged(cause);
        }

        // While metrics are off the subscription stays, because counts made before are still reported.
        if (!_metrics.IsEnabled)
        {
            return;
        }

        switch (message)
        {
            case UnhandledMessage unhandled:
                Lose(_names.Get(unhandled.Recipient), _names.Get(unhandled.Sender), unhandled, AkkaLossReasons.Unhandled);
                break;
            case SuppressedDeadLetter { Message: ITraceEnvelope }:
                break;
            case AllDeadLetters letter:
                CountDeadLetter(letter);
                break;
            case LogEvent log when EventInstruments.LogEvents.Enabled:
                _logged[(int)log.LogLevel()].Increment();
                break;
        }
    }

    // The temporary reference of an Ask gets the answer without a mailbox. It publishes late answers under its own name. While it is registered
    // (Akka's Futures.cs), its Ask still waits, so the message is the question, which a remote transport or a shard region has given up.
    private void CountDeadLetter(AllDeadLetters letter)
    {
        // Shards send the messages that they give up to the dead letters, and mediators those of topics without a subscriber.
        letter = letter.Message as AllDeadLetters ?? letter;
        WatchedSends.Current?.Sent(letter.Message, isLost: true);
        if (TopicLetter.Find(letter) is { } unsubscribed)
        {
            _names.NoteAsker(letter.Sender, letter.Recipient);
            Lose(_names.Get(letter.Recipient), _names.Get(letter.Sender), letter, AkkaLossReasons.NoSubscriber, unsubscribed);
        }
        else if (letter is DeadLetter && ReferenceEquals(letter.Recipient, _system.DeadLetters)
            && ActorNames.IsAsking(letter.Sender) && !IsWaiting(letter.Sender))
        {
            var reason = CarriedMessage.IsAkkasAlone(letter) ? Infrastructure : AkkaLossReasons.LateReply;
            Lose(_names.Get(letter.Sender), FoldedNames.Unknown, letter, reason);
        }
        else if (letter is not SuppressedDeadLetter || EventInstruments.DeadLetters.Enabled)
        {
            // A question to no actor has passed through no mailbox.
            _names.NoteAsker(letter.Sender, letter.Recipient);
            Lose(_names.Get(letter.Recipient), _names.OfSender(letter.Sender, letter.Message is IScheduledTellMsg), letter, ReasonOf(letter));
        }
    }

    private bool IsWaiting(IActorRef asking) => !_system.Provider.TempContainer.GetChild([asking.Path.Name]).IsNobody();

    private void Lose(string recipient, string sender, AllDeadLetters letter, string reason, Unsubscribed? unsubscribed = null)
    {
        var message = TypeNames.Get(InnerMessage.Unwrap(unsubscribed?.Message ?? letter.Message).GetType());
        if (letter is not SuppressedDeadLetter && reason is not Infrastructure)
        {
            var loss = new SeenLoss(letter, reason, recipient, message, sender) { Detail = unsubscribed?.Topic ?? "" };
            if (letter is DeadLetter && recipient == FoldedNames.None && reason is not (AkkaLossReasons.NoSubscriber or AkkaLossReasons.LateReply)
                && !IsRegion(letter.Sender) && InternalCurrentActorCellKeeper.Current is { } cell)
            {
                loss = Given(loss, cell);
                (recipient, reason) = (loss.ActorType, loss.Reason);
            }

            _lost(loss);
        }

        if (letter is UnhandledMessage && EventInstruments.Unhandled.Enabled)
        {
            Unhandled.Count(new(recipient, sender, message));
        }
        else if (letter is not UnhandledMessage && EventInstruments.DeadLetters.Enabled)
        {
            DeadLetters.Count(new(recipient, sender, message, reason));
        }
    }

    /// <summary>Whether the actor is a shard region. A region sends messages for which its full buffer has no place to the dead letters.</summary>
    public static bool IsRegion(IActorRef? actor) => actor is ActorRefWithCell { Underlying.Props.Type.FullName: Region };

    // An actor sends a message to the dead letters: one for another node, its own current message, or an answer without a receiver. An answer without
    // a receiver from another node arrives in a reader.
    private SeenLoss Given(in SeenLoss loss, ActorCell cell) =>
        cell.Props.Type is { Namespace: "Akka.Remote", Name: not "EndpointReader" }
            ? loss with { Reason = AkkaLossReasons.NodeGone, Detail = t_goneNode ?? "" }
        : cell.CurrentMessage is { } current && ReferenceEquals(InnerMessage.Unwrap(current), loss.Letter.Message)
            ? loss with { Reason = AkkaLossReasons.Discarded, Recipient = cell.Self, ActorType = _names.Get(cell.Self) }
        : loss.Sender == FoldedNames.None ? loss
        : loss with { Reason = AkkaLossReasons.NoSender };

    // An answer from another node is for the path of the temporary reference, which no longer exists.
    private static string ReasonOf(AllDeadLetters letter) => letter switch
    {
        Dropped => AkkaLossReasons.Dropped,
        DeadLetter when Refusal.IsOf(letter.Message) => AkkaLossReasons.Dropped,
        SuppressedDeadLetter => "suppressed",
        DeadLetter when ActorNames.IsAsking(letter.Recipient) => AkkaLossReasons.LateReply,
        _ => CarriedMessage.IsAkkasAlone(letter) ? Infrastructure : AkkaLossReasons.Undelivered,
    };
}

/// <summary>Counts of messages that were lost, were not handled, or are failures, by their types. Any thread.</summary>
internal sealed class LossCounts(SystemMetrics metrics)
{
    /// <summary>The numbers of sender, recipient and message types multiply, so one cap limits the number of series.</summary>
    internal const int MaxSeries = 1_000;

    private readonly Capped<Shown, TaggedCount> _counts = new(
        MaxSeries, static shown => shown.Fold(), shown => new(metrics.Tags.With([.. shown.Tags(metrics.ActorTypes)])));

    public IEnumerable<TaggedCount> All => _counts;

    public void Count(Shown shown) => _counts.For(shown).Increment();

    /// <summary>A failure has arrived as a message, at an instrumented actor or a measured Ask. It is counted at the receiver, so the sender has no
    /// cost.</summary>
    /// <param name="actor">Readable name of the type of the actor that gets it; <c>_none</c> for code outside of actors.</param>
    /// <param name="asked">The name of the type of the actor that has answered or was asked; <c>_unknown</c> where that is not known.</param>
    /// <param name="error">Name of the exception's type.</param>
    public void CountErrorReply(string actor, string asked, string error) => Count(new(actor, asked, Error: error));

    /// <summary>
    /// The attributes of a series; null is not shown. It is a class, because the runtime has compiled dictionaries for all classes, but compiles them
    /// for each struct at its first use.
    /// </summary>
    internal sealed record Shown(string Actor, string? Sender = null, string? Message = null, string? Reason = null, string? Error = null)
    {
        public Shown Fold() => new(
            FoldedNames.Other, Sender is null ? null : FoldedNames.Other, Message is null ? null : FoldedNames.Other, Reason,
            Error is null ? null : FoldedNames.OtherError);

        public IEnumerable<KeyValuePair<string, object?>> Tags(IEnumerable<ActorTypeInfo> types) => new KeyValuePair<string, object?>[]
        {
            new(AkkaSpanAttributes.ActorType, Actor),
            new(AkkaMetricAttributes.SenderType, Sender),
            new(AkkaSpanAttributes.MessageType, Message),
            new(AkkaSpanAttributes.ErrorType, Error),
            new(AkkaMetricAttributes.ActorCategory, types.FirstOrDefault(type => type.Name == Actor)?.Category),
            new(AkkaMetricAttributes.DeadLetterReason, Reason),
        }.Where(static tag => tag.Value is not null);
    }
}

/// <summary>The instruments of these counts.</summary>
internal static class EventInstruments
{
    public static readonly Instrument DeadLetters = Counter(
        AkkaMetricNames.ActorDeadLetters, AkkaMetricNames.MessageUnit, "Messages that reached nobody.", events => events.DeadLetters.All);

    public static readonly Instrument Unhandled = Counter(
        AkkaMetricNames.ActorMessageUnhandled, AkkaMetricNames.MessageUnit, "Messages that actors got and did not handle.",
            events => events.Unhandled.All);

    public static readonly Instrument LogEvents = Counter(
        AkkaMetricNames.LogEvents, AkkaMetricNames.EventUnit, "Events that were published for loggers.", events => events.Logged);

    private static readonly Instrument ErrorReplies = Counter(
        AkkaMetricNames.ActorErrorReplies, AkkaMetricNames.MessageUnit, "Messages Status.Failure, where they arrive.",
            events => events.ErrorReplies.All);

    /// <summary>Makes the instruments, once.</summary>
    public static void Publish() => Instruments.NeedsRuns(ErrorReplies);

    private static Instrument Counter(string name, string unit, string description, Func<EventCounts, IEnumerable<TaggedCount>> counts) =>
        ObservableMetrics.Counter(name, unit, description, system => EventCounts.Find(system) is { } events ? counts(events) : []);
}
