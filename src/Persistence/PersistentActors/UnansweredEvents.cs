using System.Collections;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A handler of a persistent actor, for the events that it persists.</summary>
/// <param name="Origin">The trace of the messages that it sends; null for none.</param>
/// <param name="Start">When the handler began, or sent its events.</param>
internal readonly record struct HandlerNote(MessageOrigin? Origin, WriteStart Start)
{
    /// <summary>The same for an event that is about to be written. A test that follows the handler's trace waits for the event's handler.</summary>
    /// <param name="written">The event.</param>
    /// <param name="actor">The actor's mailbox; null if it is not known.</param>
    public HandlerNote Followed(object written, ObservedMailbox? actor) =>
        Origin is { IsRecorded: true } ? this with { Origin = MessageTracker.Follow(Origin, written, actor) } : this;
}

/// <summary>
/// Handlers whose events may be sent together, by the sender of their message, because an event has the same sender object. If handlers of one sender
/// are in several traces, their events belong to none. Thread that runs the actor.
/// </summary>
internal sealed class WaitingHandlers
{
    // A larger dictionary is not worth keeping and takes long to clear.
    private const int MaxKept = 64;

    private Dictionary<IActorRef, HandlerNote> _bySender = new(ReferenceEqualityComparer.Instance);

    public void Add(IActorRef sender, MessageOrigin? origin, TimingRate? timing)
    {
        ref var note = ref CollectionsMarshal.GetValueRefOrAddDefault(_bySender, sender, out var isKnown);
        note = !isKnown ? new(origin, WriteStart.Draw(timing))
            : MessageOrigin.AreOfOneTrace(note.Origin, origin) ? note
            : note with { Origin = null };
    }

    /// <summary>The handler of a message from the event's sender: the first one, if there are several.</summary>
    public bool TryFind(object written, out HandlerNote note)
    {
        note = default;
        return _bySender.Count > 0 && JournalMessages.ShapeOf(written).SenderOf(written) is { } sender && _bySender.TryGetValue(sender, out note);
    }

    public void Clear()
    {
        _bySender.Clear();
        if (_bySender.EnsureCapacity(0) > MaxKept)
        {
            _bySender = new(ReferenceEqualityComparer.Instance);
        }
    }
}

/// <summary>A journal's answer for one event.</summary>
/// <param name="Type">The persistent actor's type.</param>
/// <param name="Shape">The shape of the answer.</param>
/// <param name="Message">The answer.</param>
/// <param name="Refusal">Why the event was not written; null if it was.</param>
/// <param name="Actor">The persistent actor; null when it is not known.</param>
internal readonly record struct WriteAnswer(ActorTypeInfo Type, PersistenceShape Shape, StampedEnvelope Message, Exception? Refusal, object? Actor)
{
    /// <summary>
    /// The time that the journal took, if the answer is measured. Two independent random choices have selected it: that of the command and that of
    /// the answer.
    /// </summary>
    /// <param name="start">When the handler of the event began.</param>
    /// <param name="sentAt">When the request was sent; 0 if it is not known.</param>
    public JournalAnswer OfJournal(WriteStart start, long sentAt)
    {
        if (sentAt == 0 || Refusal is not null || !start.IsDrawn || !Message.Stamp.IsMeasured)
        {
            return default;
        }

        var ticks = Math.Max(1, Message.EnqueuedAt - sentAt);
        return new(ticks, start.Shift + Message.Stamp.Shift, ticks >= JournalTimes.Slow ? JournalMessages.StoreOf(Actor, Message.Message) : null);
    }
}

/// <summary>
/// The events that a persistent actor has asked its journal to write, in order, until they are answered. Akka counts answers against events, and
/// calls the handler of the first event without an answer; so journals answer in order. Thread that runs the actor.
/// </summary>
internal sealed class UnansweredEvents
{
    // One request is answered while the next one is under way. An actor that was restarted may send a third one.
    private const int MaxRequests = 4;

    private const int MaxKept = 64;

    private Queue<Event> _events = new();
    private object? _lastRequest;
    private int _written;

    // When the last request and the one before it were sent, to a hundredth of a second; 0 if the time is not needed or has been taken. The actor
    // sends a request at the end of the one before, whose events are answered after that.
    private long _sentAt;
    private long _sentBefore;

    // Read by any thread.
    private long _oldestSentAt;

    public bool IsEmpty => _events.Count == 0;

    /// <summary>Ticks at which the first request without an answer was sent; 0 for none. Any thread.</summary>
    public long OldestSentAt => Volatile.Read(ref _oldestSentAt);

    /// <summary>The number of the last request.</summary>
    public int Sent { get; private set; }

    /// <summary>The number of the last request of which no event waits for an answer.</summary>
    public int Answered => _events.TryPeek(out var first) ? first.Request - 1 : Sent;

    /// <summary>Whether the request was the last one, and has events without an answer.</summary>
    public bool Has(object request) => ReferenceEquals(_lastRequest, request);

    /// <summary>The actor has sent a request.</summary>
    /// <param name="request">The request.</param>
    /// <param name="origin">The trace of the events for which <paramref name="handlers"/> has none; null for none.</param>
    /// <param name="handlers">The handlers whose events may be in it.</param>
    /// <param name="timing">Selects the writes that are measured; null for none.</param>
    /// <param name="actor">The actor's mailbox; null if it is not known.</param>
    public void Add(object request, MessageOrigin? origin, WaitingHandlers handlers, TimingRate? timing, ObservedMailbox? actor)
    {
        _lastRequest = request;
        Sent++;
        var now = CoarseClock.Now;
        (_sentBefore, _sentAt) = (_sentAt, timing is not null && Instruments.WriteDuration.Enabled ? now : 0);
        while (_events.TryPeek(out var first) && first.Request <= Sent - MaxRequests)
        {
            _events.Dequeue().Lost();
        }

        // An atomic write has a list of events; a deferred event stands for itself.
        var envelopes = ListOf(JournalMessages.ShapeOf(request).Read(request));
        for (var i = 0; i < envelopes.Count; i++)
        {
            var envelope = envelopes[i]!;
            var shape = JournalMessages.ShapeOf(envelope);
            var events = shape.IsAtomicWrite ? ListOf(shape.Read(envelope)) : null;
            for (var j = 0; j < (events?.Count ?? 1); j++)
            {
                var written = events is null ? envelope : events[j]!;
                var note = handlers.TryFind(written, out var known) ? known : new(origin, WriteStart.Draw(timing));
                if (note.Start.IsDrawn)
                {
                    timing?.CountTimed();
                }

                _events.Enqueue(new(written, IsDeferred: events is null, Sent, note.Followed(written, actor), now));
            }
        }

        ShowOldest();
    }

    /// <summary>Measures a write whose answer the actor gets. A failed one is recorded in any case.</summary>
    /// <param name="request">The number of the request.</param>
    /// <param name="start">When the handler of the event began.</param>
    /// <param name="answer">The answer.</param>
    /// <param name="now">The time; 0 if it has not been read.</param>
    public void Measure(int request, WriteStart start, in WriteAnswer answer, long now)
    {
        // taken at the request's first event, measured or not: otherwise a request with many events would have more chances
        var sentAt = TakeSentAt(request);
        if (start.Ticks == 0 || !(start.IsDrawn || answer.Refusal is not null))
        {
            return;
        }

        var type = answer.Type;
        var tags = JournalTimes.Of(type).Answered(type, answer.Shape.Said);
        if (answer.Refusal is { } refusal)
        {
            tags = [.. tags, new(AkkaSpanAttributes.ErrorType, type.Failure(refusal.GetType()).ErrorType)];
        }

        var duration = (now == 0 ? Stopwatch.GetTimestamp() : now) - start.Ticks;
        var write = new WriteMeasurement(duration, answer.Refusal is null ? start.Shift : 0, tags, type, answer.OfJournal(start, sentAt));
        if (!type.Timing.LeavesForLater || !PendingMeasurements.TryAdd(write))
        {
            // a listener that throws must not keep the answer's trace from its handler
            TelemetryFault.Guard(TelemetryFault.Listener, write, static write => write.Record());
        }
    }

    /// <summary>The journal has written the first request that was not written, or has failed to. Its answers for the events follow.</summary>
    public void Written() => _written = Math.Min(_written + 1, Sent);

    /// <summary>
    /// An event is answered. Returns false if the answer is not for the first of these events. It is then for the actor before a restart, or for a
    /// request that was not observed.
    /// </summary>
    /// <param name="shape">The shape of the answer.</param>
    /// <param name="answer">The answer.</param>
    /// <param name="handler">The handler that has persisted the event.</param>
    /// <param name="request">The number of the event's request; 0 if it is not known.</param>
    public bool TryAnswer(PersistenceShape shape, object answer, out HandlerNote handler, out int request)
    {
        (handler, request) = (default, 0);
        if (!_events.TryPeek(out var first) || first.Request > _written || !IsAnswered(first, shape, answer))
        {
            return false;
        }

        (handler, request) = (first.Handler, first.Request);
        _events.Dequeue();
        if (IsEmpty)
        {
            Clear();
        }

        ShowOldest();
        return true;
    }

    public void Clear()
    {
        while (_events.TryDequeue(out var unanswered))
        {
            unanswered.Lost();
        }

        (_lastRequest, _written) = (null, Sent);
        if (_events.EnsureCapacity(0) > MaxKept)
        {
            _events = new();
        }

        ShowOldest();
    }

    private void ShowOldest()
    {
        var oldest = _events.TryPeek(out var first) ? first.SentAt : 0;
        if (oldest != _oldestSentAt)
        {
            Volatile.Write(ref _oldestSentAt, oldest);
        }
    }

    // When a request was sent; 0 if it is not known. Only the first event of a request gets the time, so that a request counts once.
    private long TakeSentAt(int request)
    {
        ref var sentAt = ref (request == Sent ? ref _sentAt : ref _sentBefore);
        var taken = request < Sent - 1 ? 0 : sentAt;
        sentAt = 0;
        return taken;
    }

    // Most journals answer with the event's own object. Other journals answer with a copy that has the same sequence number. A restarted actor may
    // use a sequence number again, but it has another instance number.
    private bool IsAnswered(in Event first, PersistenceShape shape, object answer)
    {
        if (first.IsDeferred || shape.IsDeferred)
        {
            return first.IsDeferred == shape.IsDeferred && IsOfSameActor(shape, answer);
        }

        var written = shape.Read(answer);
        return ReferenceEquals(written, first.Envelope)
            || (written is not null && IsOfSameActor(shape, answer) && Equals(NumberOf(written), NumberOf(first.Envelope)));
    }

    private bool IsOfSameActor(PersistenceShape shape, object answer) =>
        Equals(shape.NumberOf(answer), JournalMessages.ShapeOf(_lastRequest!).NumberOf(_lastRequest!));

    private static object? NumberOf(object written) => JournalMessages.ShapeOf(written).NumberOf(written);

    // Akka sends lists, so nothing is allocated.
    private static IList ListOf(object? items) =>
        items as IList ?? (items is IEnumerable others ? others.Cast<object>().ToArray() : Array.Empty<object>());

    /// <param name="Envelope">The event as the request has it.</param>
    /// <param name="IsDeferred">Whether nothing is written and only a handler is called, in turn.</param>
    /// <param name="Request">The number of the request.</param>
    /// <param name="Handler">The handler that has persisted it.</param>
    /// <param name="SentAt">When the request was sent, to a hundredth of a second.</param>
    private readonly record struct Event(object Envelope, bool IsDeferred, int Request, HandlerNote Handler, long SentAt)
    {
        /// <summary>No answer calls a handler any more.</summary>
        public void Lost() => Handler.Origin?.Tracked?.Lost();
    }
}
