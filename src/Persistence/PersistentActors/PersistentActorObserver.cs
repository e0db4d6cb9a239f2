using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// Observes a persistent actor, so that the handlers of its events belong to the trace of their command. Akka runs the handlers in the order of the
/// events, and has one request to the journal under way at a time. An event that cannot be distinguished from those of other commands belongs to no
/// trace.
/// </summary>
/// <param name="next">The next observer. For infrastructure that persists, it is the one that remembers the traces of messages that are set
/// aside.</param>
internal sealed class PersistentActorObserver(MessageObserver? next = null) : MessageObserver(next), IStoringActor
{
    private readonly ActorRecovery _recovery = new();
    private readonly UnansweredEvents _events = new();
    private readonly StashedCommands _stash = new();

    // While a request is under way, events of later handlers wait for its end.
    private readonly WaitingHandlers _waiting = new();
    private bool _isWriting;

    // Selects the writes that are measured; null before the first message.
    private TimingRate? _timing;

    private Handler _handler = Handler.None;

    // The message that is back in the mailbox and has been counted; null for none.
    private object? _counted;

    // The actor has put back one message alone. It is the next command, and the actor handles it.
    private bool _isNextBack;

    // Nothing is collected in this run, so its messages are not seen.
    private bool _hasNoListener = true;

    // No event makes the actor wait.
    private bool IsIdle => !_isWriting && _events.IsEmpty && _recovery.HasEnded;

    public override bool SeesSends => true;

    public override IStoringActor Storing => this;

    public override bool SetsAside => !_handler.Command.IsNone && (_stash.IsExact || !_recovery.HasEnded);

    public PersistenceWaits Waits => new()
    {
        IsPersistent = true,
        Commands = _stash.Held,
        OldestCommandAt = _stash.OldestAt,
        WritesSince = _events.OldestSentAt,
        RecoversSince = _recovery.Since,
        HasPermit = _recovery.HasPermit,
    };

    public string Store => _recovery.Actor is { } actor ? JournalMessages.JournalOf(actor) : "";

    public Exception? StoreError => _handler.Refusal;

    public string StoreOf(object answer) => JournalMessages.StoreOf(_recovery.Actor, answer);

    public string? ShownName(object message) => JournalMessages.EventNameOf(message);

    // A restart has emptied the stash before this call. Answers for events of the actor before the restart call no handler.
    public void Created(object actor, int capacity)
    {
        Rests();
        Forget();
        _stash.Clear();
        _stash.Capacity = capacity;
        _recovery.Begin(actor);
    }

    public void Move(StashedMessage[] messages) => _stash.Prepend(messages, _events.Sent, CoarseClock.Now);

    public void PutBack(Envelope envelope)
    {
        _handler.Returned++;
        if (IsCommand(envelope.Message))
        {
            _handler.CommandsReturned++;
            _handler.LastReturned = envelope;
        }
    }

    public StampedEnvelope TakeBack(in StampedEnvelope back)
    {
        EndReturns();
        if (!IsCommand(back.Message))
        {
            return back;
        }

        var known = _stash.Take(back, out var isCounted);
        _counted = isCounted ? back.Message : null;
        if (known is not { } origin)
        {
            return back;
        }

        origin.StashHistory!.Returned(back.EnqueuedAt);
        origin.Tracked?.Unstashed();
        return new StampedEnvelope(back.Message, back.Sender, back.Stamp, origin);
    }

    public override void RunBegins(bool hasListeners)
    {
        _hasNoListener = !hasListeners;
        if (_hasNoListener)
        {
            Forget();
            _stash.ClearAll();
        }

        base.RunBegins(hasListeners);
    }

    public override bool Counts(in StampedEnvelope message, MessageCell? cell)
    {
        Rests();
        _recovery.HandlerBegins();
        var isCounted = _counted is { } counted && ReferenceEquals(counted, message.Message);
        _counted = null;
        _handler = new Handler { IsAtWork = true, Role = JournalMessages.RoleOf(message.Message), Sender = message.Sender };
        if (_handler.Role != PersistenceRole.None)
        {
            return true;
        }

        var isBack = _isNextBack;
        _isNextBack = false;

        // Messages that the actor's cell handles itself never reach the actor.
        if (isBack || IsIdle || message.Message is IAutoReceivedMessage and not Terminated)
        {
            return !isCounted;
        }

        // The actor may stash the message until the last event is answered. So the message counts when it is known to have been handled, or when it
        // comes back.
        var isLost = _stash.IsLost;
        _handler.Command = new(
            new(message.Message, message.Sender, null), _events.Sent, CoarseClock.Now, isCounted || isLost ? null : cell);
        return isLost && !isCounted;
    }

    public override MessageOrigin? Arrives(ActorTypeInfo type, in StampedEnvelope message, long now, bool isMeasured)
    {
        _timing = type.Timing;
        var origin = message.Origin;
        var shape = JournalMessages.ShapeOf(message.Message);
        _handler.Refusal = shape.CauseOf(message.Message);
        switch (_handler.Role)
        {
            case PersistenceRole.BatchAnswer:
                _events.Written();

                // After a failure, the waiting events are sent later. Each event has its own answer, and that answer counts.
                _isWriting &= _handler.Refusal is not null;
                _handler.Refusal = null;
                _recovery.Wrote();
                break;
            case PersistenceRole.EventAnswer:
                var isKnown = _events.TryAnswer(shape, message.Message, out var command, out _handler.Answered);
                origin = command.Origin;
                if (!isKnown)
                {
                    // the actor was restarted meanwhile, or the request was not observed
                    _handler.Refusal = null;
                }
                else if (isMeasured && !shape.IsDeferred)
                {
                    _events.Measure(_handler.Answered, command.Start, new(type, shape, message, _handler.Refusal, _recovery.Actor), now);
                }

                break;

            // A permit may come in the handler of another actor's message, and a restart in the handler of the failed message. Neither trace is the
            // cause of the recovery.
            case PersistenceRole.RecoveryBegins or PersistenceRole.Replayed or PersistenceRole.Recovered:
            case PersistenceRole.Snapshot when !_recovery.HasEnded:
                origin = null;
                break;
        }

        _recovery.Arrived(type, _handler.Role, _handler.Refusal, isMeasured);
        return origin;
    }

    public override long Begin(in BegunMessage message)
    {
        if (message.IsTraced)
        {
            if (_isWriting)
            {
                _handler.Origin = message.Span is { } span
                    ? MessageOrigin.SentIn(span)
                    : OriginIn(Activity.Current, PassThroughContext.Current);
            }

            if (!_handler.Command.IsNone)
            {
                var origin = ExtendedOrigin.WithHistory(message.Message.Origin);
                origin.Stashed(message.Span is null ? Stopwatch.GetTimestamp() : message.Now, message.Span);
                _handler.Command = _handler.Command with { Message = new(message.Message.Message, message.Message.Sender, origin) };
            }
        }

        return base.Begin(message);
    }

    public override void Rests()
    {
        if (!_isWriting)
        {
            _waiting.Clear();
        }
        else if (_handler.Sender is { } sender)
        {
            _waiting.Add(sender, _handler.Origin, _timing);
        }

        EndReturns();

        // While its stash is not empty, the actor puts a message back as soon as it no longer waits for an event, and one more after each command.
        if (_handler.IsAtWork && IsIdle)
        {
            Handled();
            _stash.Clear();
        }
        else if (!_handler.Command.IsNone)
        {
            _stash.Add(_handler.Command with { Request = _events.Sent }, isRecovering: !_recovery.HasEnded);
        }
        else if (_handler is { Answered: > 0, GoesOn: false })
        {
            _stash.DropHandled(_events.Answered);
        }

        _handler = Handler.None;
        base.Rests();
    }

    // The handler has had the message. A message in the public stash is not in the actor's internal stash.
    public override void Stashed()
    {
        Handled();
        base.Stashed();
    }

    public void Logged(Exception cause) => _recovery.Logged(_handler.Refusal is null ? cause : null);

    public void StopsItself(bool logsErrors)
    {
        if (!_hasNoListener && _handler.Refusal is null)
        {
            _recovery.StopsItself(mayHaveFailed: !logsErrors && _handler.Role != PersistenceRole.None);
        }
    }

    public Exception? Stopped(ActorTypeInfo type, bool isMeasured)
    {
        var failed = _recovery.Failure;

        // messages that it has put back go to the dead letters, in their own traces
        Rests();
        Forget();
        _stash.Clear();

        // otherwise the recovery has not been measured to its end
        if (isMeasured && !_recovery.HasEnded)
        {
            _recovery.Stopped(type, failed);
        }

        return failed;
    }

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        if (!_hasNoListener && JournalMessages.RoleOf(message) == PersistenceRole.Request && !_events.Has(message))
        {
            Requested(message, current, passing);
        }

        return base.TryOriginOfCore(message, current, passing, out origin);
    }

    private void Requested(object request, Activity? current, PassThroughContext? passing)
    {
        Handled();
        MessageOrigin? origin = null;
        if (!_isWriting && _handler.Role != PersistenceRole.BatchAnswer)
        {
            _handler.Origin = origin = OriginIn(current, passing);
        }
        else if (_isWriting && _handler.Sender is { } sender)
        {
            // A request may have events of several handlers. Only the sender of an event shows which handler has persisted it.
            _waiting.Add(sender, _handler.Origin, _timing);
        }

        _events.Add(request, origin, _waiting, _timing, (InternalCurrentActorCellKeeper.Current?.Mailbox?.MessageQueue as IObservedQueue)?.Observed);
        _waiting.Clear();
        _isWriting = true;
        _handler.GoesOn = _handler.Answered > 0;

        // a handler that awaits may persist more
        if (InternalCurrentActorCellKeeper.Current?.TaskScheduler.CurrentMessage is null)
        {
            _handler.Sender = null;
        }
    }

    // Others may be in the stash too: answers of journals and snapshot stores.
    private static bool IsCommand(object message) => JournalMessages.RoleOf(message) == PersistenceRole.None;

    // All messages that the handler has put back are in the mailbox now.
    private void EndReturns()
    {
        if (_handler.Returned == 0)
        {
            return;
        }

        Handled();
        if (_handler.CommandsReturned > 0)
        {
            _isNextBack = _handler.Returned == 1;
            _stash.Return(_handler.CommandsReturned, only: _isNextBack ? _handler.LastReturned : null, _handler.Answered);
        }

        _handler.Returned = _handler.CommandsReturned = _handler.Answered = 0;
        _handler.IsAtWork = false;
    }

    // The command is not in the stash.
    private void Handled()
    {
        _handler.Command.Message.Lost();
        _handler.Command.Counts?.Count();
        _handler.Command = default;
    }

    private void Forget()
    {
        _events.Clear();
        _waiting.Clear();
        (_isWriting, _isNextBack) = (false, false);
        _handler = Handler.None;
    }

    // The handler that runs.
    private struct Handler
    {
        public static readonly Handler None = new() { Role = PersistenceRole.Other };

        public bool IsAtWork;

        // The part that its message plays.
        public PersistenceRole Role;

        // The sender of its message, until it has sent a request to the journal.
        public IActorRef? Sender;

        // The trace of the events that it persists; null for none.
        public MessageOrigin? Origin;

        // Why the journal has refused the actor's request; null if it has not.
        public Exception? Refusal;

        // Its message, if the actor may stash it. No handler both stashes its command and puts another one back.
        public KeptCommand Command;

        // The number of the request whose event it handles; 0 for none.
        public int Answered;

        // The handler is that of an event and has persisted more events, for which the same commands may wait.
        public bool GoesOn;

        // How many messages of the stash it has put back, how many of them are commands, and the last of these.
        public int Returned;
        public int CommandsReturned;
        public Envelope LastReturned;
    }
}
