using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// A persistent actor: the handlers of its events belong to the trace of their command. Akka runs the handlers in the order of the events, and has one
/// request to the journal under way at a time. An event that cannot be distinguished from those of other commands belongs to no trace.
/// </summary>
internal sealed class PersistentRelay : MailboxRelay
{
    private readonly RecoveryMeasurement _recovery = new();
    private readonly UnansweredEvents _events = new();

    // While a request is under way, events of later handlers wait for its end.
    private readonly WaitingHandlers _waiting = new();
    private bool _isWriting;

    private readonly StashedCommands _stash = new();

    // Selects the writes that are measured; null before the first message.
    private TimingRate? _timing;

    // The handler that runs.
    private PersistenceRole _role = PersistenceRole.Other;
    private IActorRef? _sender;
    private HandlerNote _handler;
    private Exception? _refusal;
    private bool _isHandling;

    // Its command is the last one in the stash, as far as is known.
    private bool _mayStash;

    // The request whose event it is for; 0 for none.
    private int _answered;

    // How many messages of the stash it has put back. One alone is the next message, and the actor handles it.
    private int _returned;
    private bool _isBack;
    private bool _isNextBack;

    private object? _actor;
    private bool _hasRecovered;

    // Nobody listens in this run, so its messages are not seen.
    private bool _hasNoListener = true;

    // A listener that starts later has not seen it. The actor itself knows.
    private bool HasRecovered => _hasRecovered || (_actor is { } actor && (_hasRecovered = PersistenceTypes.HasRecovered(actor)));

    // No event makes the actor wait.
    private bool IsIdle => !_isWriting && _events.IsEmpty && HasRecovered;

    /// <summary>The persistent actor that this thread runs sends a message to a journal. Never throws.</summary>
    public static void Asks(object message)
    {
        if (ThreadContext.Known is { Relay: PersistentRelay relay })
        {
            relay.TryOriginOf(message, Activity.Current, PassThroughContext.Current, out _);
        }
    }

    /// <summary>The actor has been created, for the first time or again. Answers for events of the one before call no handler. Its thread.</summary>
    /// <param name="actor">The actor.</param>
    /// <param name="capacity">How many messages its stash holds; not positive for no limit.</param>
    public void Created(object actor, int capacity)
    {
        Forget();
        _stash.Clear();
        _stash.Capacity = capacity;
        (_actor, _hasRecovered) = (actor, false);
        _recovery.Created();
    }

    /// <summary>The actor puts the messages of its other stash before those of its own.</summary>
    public void Prepends(StashedMessage[] messages) => _stash.Prepend(messages, _events.Sent);

    /// <summary>The actor puts a message of its own stash back into its mailbox. Never throws.</summary>
    /// <param name="envelope">The message.</param>
    /// <param name="front">The messages that the actor gets next.</param>
    public StampedEnvelope Returned(Envelope envelope, Stack<StampedEnvelope> front) => TelemetryFault.GuardValue(
        TelemetryFault.Queue, (Relay: this, envelope, front), static it => it.Relay.ReturnedCore(it.envelope, it.front), new(envelope));

    public override Exception? StoreError => _refusal;

    public override string StoreOf(object answer) => PersistenceTypes.StoreOf(_actor, answer);

    public override void RunBegins(bool hasListeners)
    {
        _hasNoListener = !hasListeners;
        if (_hasNoListener)
        {
            Forget();
            _stash.Clear();
        }
    }

    public override MessageOrigin? Takes(ActorTypeInfo type, in StampedEnvelope next, long now, bool isMeasured)
    {
        End();
        (_isBack, _isNextBack) = (_isNextBack, false);
        _timing = type.Timing;
        var (message, origin) = (next.Message, next.Origin);
        var shape = PersistenceTypes.ShapeOf(message);
        (_isHandling, _role, _sender, _refusal) = (true, shape.Role, next.Sender, shape.CauseOf(message));
        _handler = new(Origin: null, _isWriting ? WriteStart.Draw(_timing) : default);
        switch (_role)
        {
            case PersistenceRole.BatchAnswer:
                _events.Written();

                // After a failure the events that wait are sent later. Each event has an answer of its own, which counts.
                _isWriting &= _refusal is not null;
                _refusal = null;
                _hasRecovered |= _actor is null;
                break;
            case PersistenceRole.EventAnswer:
                var isKnown = _events.TryAnswer(shape, message, out var command, out _answered);
                origin = command.Origin;
                if (!isKnown)
                {
                    // the actor was restarted meanwhile, or nobody saw the request
                    _refusal = null;
                }
                else if (isMeasured && !shape.IsDeferred)
                {
                    Measure(type, shape, command.Start, now);
                }

                break;

            // A permit may come in the handler of another actor's message, and a restart in that of the failed one. No trace is the cause of the recovery.
            case PersistenceRole.RecoveryBegins or PersistenceRole.Replayed:
            case PersistenceRole.Snapshot when !HasRecovered:
                origin = null;
                break;
            case PersistenceRole.Recovered:
                (origin, _hasRecovered) = (null, true);
                break;
        }

        if (isMeasured)
        {
            _recovery.Takes(type, _role, _refusal);
        }

        return origin;
    }

    public override void Begin(in StampedEnvelope next, Activity? span, long now)
    {
        if (_isWriting)
        {
            _handler = _handler with { Origin = span is null ? OriginIn(Activity.Current, PassThroughContext.Current) : MessageOrigin.SentIn(span) };
        }

        // the actor may stash the command until the last event is answered
        if (_role == PersistenceRole.None && !_isBack && !IsIdle)
        {
            var history = next.Origin?.History ?? new StashHistory(next.Origin);
            history.Stashed(now, span?.Context ?? default);
            history.Tracked?.Stashed();
            _mayStash = _stash.TryAdd(new(next.Message, next.Sender, history), _events.Sent, isRecovering: !HasRecovered);
        }
    }

    public override void End()
    {
        if (!_isWriting)
        {
            _waiting.Clear();
        }
        else if (_sender is { } sender)
        {
            _waiting.Add(sender, _handler);
        }

        // While its stash is not empty, the actor puts a message back as soon as no event makes it wait, and one more after each command.
        if (_isHandling && _returned == 0)
        {
            if (IsIdle)
            {
                _stash.Clear();
            }
            else if (_answered > 0)
            {
                _stash.DropHandled(_events.Answered);
            }
        }

        _isNextBack = _returned > 0 ? _returned == 1 : _isNextBack;
        _stash.EndHandler();
        EndHandler();
    }

    public override void Stopped(ActorTypeInfo type, bool isMeasured)
    {
        Forget();
        _stash.Clear();

        // else nobody has measured the recovery to its end
        if (isMeasured && !HasRecovered)
        {
            _recovery.Stopped(type);
        }
    }

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = null;
        if (!_hasNoListener && PersistenceTypes.RoleOf(message) == PersistenceRole.Request && !_events.Has(message))
        {
            Requested(message, current, passing);
        }

        return false;
    }

    private StampedEnvelope ReturnedCore(Envelope envelope, Stack<StampedEnvelope> front)
    {
        StashHistory? history;
        if (_returned++ > 0)
        {
            if (_stash.WasLast(out var last))
            {
                front.Push(WithHistory(front.Pop().Open(), last));
            }

            history = _stash.TakeNext(envelope);
        }
        else
        {
            if (_mayStash)
            {
                // no handler stashes its command and puts one back
                _stash.DropLast();
            }

            history = _stash.Take(envelope, _answered);
        }

        return WithHistory(envelope, history);
    }

    private static StampedEnvelope WithHistory(Envelope envelope, StashHistory? history)
    {
        if (history is null)
        {
            return new StampedEnvelope(envelope);
        }

        var now = Stopwatch.GetTimestamp();
        history.Returned(now);
        history.Tracked?.Unstashed();
        return new StampedEnvelope(envelope, now, history);
    }

    // A failed write is recorded in any case.
    private void Measure(ActorTypeInfo type, PersistenceShape shape, WriteStart start, long now)
    {
        if (start.Ticks == 0 || !(start.IsDrawn || _refusal is not null))
        {
            return;
        }

        var tags = type.Answered(shape.Name);
        if (_refusal is { } cause)
        {
            tags = [.. tags, new(AkkaSpanAttributes.ErrorType, type.Failure(cause.GetType()).ErrorType)];
        }

        var duration = (now == 0 ? Stopwatch.GetTimestamp() : now) - start.Ticks;
        var write = new WriteMeasurement(duration, _refusal is null ? start.Shift : 0, tags, type.Timing.MaxTimes);
        if (!type.Timing.LeavesForLater || !PendingMeasurements.TryAdd(write))
        {
            write.Record();
        }
    }

    private void Requested(object request, Activity? current, PassThroughContext? passing)
    {
        var handler = default(HandlerNote);
        if (!_isWriting && _role != PersistenceRole.BatchAnswer)
        {
            _handler = handler = new(OriginIn(current, passing), WriteStart.Draw(_timing));
        }
        else if (_isWriting && _sender is { } sender)
        {
            // Events of several handlers may be in it. Akka does not tell which event is whose, except by the sender.
            _waiting.Add(sender, _handler);
        }

        _events.Add(request, handler, _waiting, _timing, (InternalCurrentActorCellKeeper.Current?.Mailbox?.MessageQueue as IObservedQueue)?.Observed);
        _waiting.Clear();
        _isWriting = true;

        // a handler that awaits may persist more
        if (InternalCurrentActorCellKeeper.Current?.TaskScheduler.CurrentMessage is null)
        {
            _sender = null;
        }
    }

    private void Forget()
    {
        _events.Clear();
        _waiting.Clear();
        (_isWriting, _isNextBack) = (false, false);
        EndHandler();
    }

    private void EndHandler() =>
        (_role, _sender, _refusal, _isHandling, _mayStash, _answered, _returned) = (PersistenceRole.Other, null, null, false, false, 0, 0);
}
