using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// A persistent actor: the handlers of its events belong to the trace of their command. Akka runs the handlers in the order of the events, and
/// has one request to the journal under way at a time. An event that cannot be distinguished from those of other commands belongs to no trace.
/// </summary>
/// <param name="around">Of infrastructure that persists: what remembers the traces of messages that it sets aside. Null for others.</param>
internal sealed class PersistentRelay(InfrastructureRelay? around = null) : MailboxRelay
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
    private MessageOrigin? _origin;
    private Exception? _refusal;
    private bool _isHandling;

    // The actor may stash it. No handler stashes its command and puts one back.
    private KeptCommand _command;

    // It is back, and has been counted.
    private object? _counted;

    // The request whose event it is for; 0 for none.
    private int _answered;

    // The handler of that event has persisted more, for which the same commands may wait.
    private bool _goesOn;

    // How many messages of the stash it has put back, how many of them are commands, and the last of these. One alone is the next command, and
    // the actor handles it.
    private int _returned;
    private int _commandsReturned;
    private Envelope _lastReturned;
    private bool _isBack;
    private bool _isNextBack;

    private object? _actor;
    private bool _hasRecovered;

    // What the handler of an event of the past has thrown. Akka catches that, logs it on this thread and stops the actor.
    private Exception? _logged;
    private bool _stopsItself;

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
        // a restart has emptied the stash before
        End();
        Forget();
        _stash.Clear();
        _stash.Capacity = capacity;
        (_actor, _hasRecovered) = (actor, false);
        _recovery.Created();
    }

    /// <summary>The actor puts the messages of its other stash before those of its own.</summary>
    public void Prepends(StashedMessage[] messages) => _stash.Prepend(messages, _events.Sent, CoarseClock.Now);

    /// <summary>The actor puts a message of its own stash back into its mailbox. Never throws.</summary>
    public void Returned(Envelope envelope)
    {
        _returned++;
        if (IsCommand(envelope.Message))
        {
            (_commandsReturned, _lastReturned) = (_commandsReturned + 1, envelope);
        }
    }

    /// <summary>The actor gets a message that it has put back. Returns it with its history, if that is known.</summary>
    public StampedEnvelope Take(in StampedEnvelope back)
    {
        EndReturns();
        if (!IsCommand(back.Message))
        {
            return back;
        }

        var known = _stash.Take(back, out var isCounted);
        _counted = isCounted ? back.Message : null;
        if (known is not { } history)
        {
            return back;
        }

        history.Returned(back.EnqueuedAt);
        history.Tracked?.Unstashed();
        return new StampedEnvelope(back.Message, back.Sender, back.Stamp, history);
    }

    public override bool SetsAside => !_command.IsNone && (_stash.IsExact || !HasRecovered);

    public override PersistenceWaits Waits => new()
    {
        IsPersistent = true,
        Commands = _stash.Held,
        OldestCommandAt = _stash.OldestAt,
        WritesSince = _events.OldestSentAt,
        RecoversSince = !_hasRecovered && _actor is { } actor && PersistenceTypes.IsRecovering(actor) ? _recovery.StartedAt : 0,
        HasPermit = _recovery.HasPermit,
    };

    public override string Store => _actor is { } actor ? PersistenceTypes.JournalOf(actor) : "";

    public override Exception? StoreError => _refusal;

    public override string StoreOf(object answer) => PersistenceTypes.StoreOf(_actor, answer);

    public override void RunBegins(bool hasListeners)
    {
        _hasNoListener = !hasListeners;
        if (_hasNoListener)
        {
            Forget();
            _stash.ClearAll();
        }
    }

    public override bool Counts(in StampedEnvelope next, MessageCell? cell)
    {
        End();
        (_logged, _stopsItself) = (null, false);
        var (message, counted) = (next.Message, _counted);
        (_isHandling, _role, _sender, _counted) = (true, PersistenceTypes.RoleOf(message), next.Sender, null);
        if (_role != PersistenceRole.None)
        {
            return true;
        }

        (_isBack, _isNextBack) = (_isNextBack, false);
        var isCounted = ReferenceEquals(counted, message);

        // What the cell of the actor handles itself never gets to the actor.
        if (_isBack || IsIdle || message is IAutoReceivedMessage and not Terminated)
        {
            return !isCounted;
        }

        // The actor may stash it until the last event is answered. So it counts when it is known to have been handled, or comes back.
        var isLost = _stash.IsLost;
        _command = new(new(message, next.Sender, null), _events.Sent, CoarseClock.Now, isCounted || isLost ? null : cell);
        return isLost && !isCounted;
    }

    public override MessageOrigin? Takes(ActorTypeInfo type, in StampedEnvelope next, long now, bool isMeasured)
    {
        _timing = type.Timing;
        var (message, origin) = (next.Message, next.Origin);
        var shape = PersistenceTypes.ShapeOf(message);
        _refusal = shape.CauseOf(message);
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
                    Measure(type, shape, command.Start, next, now);
                }

                break;

            // A permit may come in the handler of another actor's message, and a restart in that of the failed one. No trace is the cause of the
            // recovery.
            case PersistenceRole.RecoveryBegins or PersistenceRole.Replayed:
            case PersistenceRole.Snapshot when !HasRecovered:
                origin = null;
                break;
            case PersistenceRole.Recovered:
                (origin, _hasRecovered) = (null, true);
                break;
        }

        _recovery.Takes(type, _role, _refusal, isMeasured);
        return origin;
    }

    public override void Begin(in StampedEnvelope next, Activity? span, long now)
    {
        if (_isWriting)
        {
            _origin = span is null ? OriginIn(Activity.Current, PassThroughContext.Current) : MessageOrigin.SentIn(span);
        }

        if (!_command.IsNone)
        {
            var history = next.Origin?.History ?? new StashHistory(next.Origin);
            history.Stashed(span is null ? Stopwatch.GetTimestamp() : now, span);
            history.Tracked?.Stashed();
            _command = _command with { Message = new(next.Message, next.Sender, history) };
        }

        around?.Begin(next, span, now);
    }

    public override void End()
    {
        if (!_isWriting)
        {
            _waiting.Clear();
        }
        else if (_sender is { } sender)
        {
            _waiting.Add(sender, _origin, _timing);
        }

        EndReturns();

        // While its stash is not empty, the actor puts a message back as soon as no event makes it wait, and one more after each command.
        if (_isHandling && IsIdle)
        {
            Handled();
            _stash.Clear();
        }
        else if (!_command.IsNone)
        {
            _stash.Add(_command with { Request = _events.Sent }, isRecovering: !HasRecovered);
        }
        else if (_answered > 0 && !_goesOn)
        {
            _stash.DropHandled(_events.Answered);
        }

        EndHandler();
        around?.End();
    }

    public override void Logged(Exception cause) => _logged = HasRecovered || _refusal is not null ? null : cause;

    // Without a log the exception is not known. An actor that could have logged one has decided to stop.
    public override void StopsItself(bool logsErrors) => _stopsItself = !_hasNoListener && !HasRecovered && _refusal is null
        && (_logged is not null || (!logsErrors && _role != PersistenceRole.None));

    public override Exception? Stopped(ActorTypeInfo type, bool isMeasured)
    {
        var failed = !_stopsItself || HasRecovered ? null : _logged ?? UnseenException.Instance;
        // what it has put back goes to the dead letters, in its traces
        End();
        Forget();
        _stash.Clear();

        // else nobody has measured the recovery to its end
        if (isMeasured && !HasRecovered)
        {
            _recovery.Stopped(type, failed);
        }

        return failed;
    }

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = null;
        if (!_hasNoListener && PersistenceTypes.RoleOf(message) == PersistenceRole.Request && !_events.Has(message))
        {
            Requested(message, current, passing);
        }

        return around is not null && around.TryOriginOf(message, current, passing, out origin);
    }

    // A failed write is recorded in any case.
    private void Measure(ActorTypeInfo type, PersistenceShape shape, WriteStart start, in StampedEnvelope answer, long now)
    {
        // at the request's first event, measured or not: otherwise one with many events would have more chances
        var sentAt = _events.TakeSentAt(_answered);
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
        var write = new WriteMeasurement(duration, _refusal is null ? start.Shift : 0, tags, type, AnswerOf(answer, start, sentAt));
        if (!type.Timing.LeavesForLater || !PendingMeasurements.TryAdd(write))
        {
            // a listener that throws must not keep the answer's trace from its handler
            TelemetryFault.Guard(TelemetryFault.Listener, write, static write => write.Record());
        }
    }

    // Two draws that do not depend on each other have chosen it: that of the command and that of the answer.
    private JournalAnswer AnswerOf(in StampedEnvelope answer, WriteStart start, long sentAt)
    {
        if (sentAt == 0 || _refusal is not null || !start.IsDrawn || !answer.Stamp.IsMeasured)
        {
            return default;
        }

        var ticks = Math.Max(1, answer.EnqueuedAt - sentAt);
        return new(ticks, start.Shift + answer.Stamp.Shift, ticks >= JournalTimes.Slow ? StoreOf(answer.Message) : null);
    }

    private void Requested(object request, Activity? current, PassThroughContext? passing)
    {
        Handled();
        MessageOrigin? origin = null;
        if (!_isWriting && _role != PersistenceRole.BatchAnswer)
        {
            _origin = origin = OriginIn(current, passing);
        }
        else if (_isWriting && _sender is { } sender)
        {
            // Events of several handlers may be in it. Akka does not tell which event is whose, except by the sender.
            _waiting.Add(sender, _origin, _timing);
        }

        _events.Add(request, origin, _waiting, _timing, (InternalCurrentActorCellKeeper.Current?.Mailbox?.MessageQueue as IObservedQueue)?.Observed);
        _waiting.Clear();
        (_isWriting, _goesOn) = (true, _answered > 0);

        // a handler that awaits may persist more
        if (InternalCurrentActorCellKeeper.Current?.TaskScheduler.CurrentMessage is null)
        {
            _sender = null;
        }
    }

    // Others may be in the stash too: answers of journals and snapshot stores.
    private static bool IsCommand(object message) => PersistenceTypes.RoleOf(message) == PersistenceRole.None;

    // All that the handler has put back is in the mailbox now.
    private void EndReturns()
    {
        if (_returned > 0)
        {
            Handled();
            if (_commandsReturned > 0)
            {
                _isNextBack = _returned == 1;
                _stash.Return(_commandsReturned, only: _isNextBack ? _lastReturned : null, _answered);
            }

            (_returned, _commandsReturned, _answered, _isHandling) = (0, 0, 0, false);
        }
    }

    // The command is not in the stash.
    private void Handled()
    {
        _command.Message.History?.Tracked?.Lost();
        _command.Counts?.Count();
        _command = default;
    }

    private void Forget()
    {
        _events.Clear();
        _waiting.Clear();
        (_isWriting, _isNextBack) = (false, false);
        EndHandler();
    }

    private void EndHandler() =>
        (_role, _sender, _origin, _refusal, _isHandling, _command, _answered, _goesOn, _returned, _commandsReturned) =
            (PersistenceRole.Other, null, null, null, false, default, 0, false, 0, 0);
}
