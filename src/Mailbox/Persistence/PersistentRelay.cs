using System.Diagnostics;
using System.Runtime.CompilerServices;
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

    // Commands that the actor may have put into the stash of its own, which no plug-in can see or replace. Weak, because a command that was handled instead
    // may never come back.
    private ConditionalWeakTable<object, StashedCommands>? _stash;
    private bool _hasReturned;

    // The handler that runs.
    private PersistenceRole _role = PersistenceRole.Other;
    private IActorRef? _sender;
    private HandlerNote _handler;
    private Exception? _refusal;

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
    public void Created(object actor)
    {
        Forget();
        (_actor, _hasRecovered) = (actor, false);
        _recovery.Created();
    }

    /// <summary>The actor may have put a message into the stash of its own.</summary>
    public void MayStash(object message, IActorRef? sender, StashHistory history) =>
        (_stash ??= []).GetValue(message, static _ => new()).Add(sender, history);

    /// <summary>The actor puts a message of its own stash back into its mailbox.</summary>
    public StampedEnvelope Returned(Envelope envelope)
    {
        _hasReturned = true;
        if (_stash is null || !_stash.TryGetValue(envelope.Message, out var commands))
        {
            return new StampedEnvelope(envelope);
        }

        var history = commands.Take(envelope.Sender);
        if (commands.IsEmpty)
        {
            _stash.Remove(envelope.Message);
        }

        if (history is null)
        {
            return new StampedEnvelope(envelope);
        }

        var now = Stopwatch.GetTimestamp();
        history.Returned(now);
        history.Tracked?.Unstashed();
        return new StampedEnvelope(envelope, now, history);
    }

    public override Exception? StoreError => _refusal;

    public override string StoreOf(object answer) => PersistenceTypes.StoreOf(_actor, answer);

    public override void RunBegins(bool hasListeners)
    {
        _hasNoListener = !hasListeners;
        if (_hasNoListener)
        {
            Forget();
            ForgetStash();
        }
    }

    public override MessageOrigin? Takes(ActorTypeInfo type, in StampedEnvelope next, long now, bool isMeasured)
    {
        End();

        // of a message that is only counted too, because a write ends with it
        now = now == 0 ? Stopwatch.GetTimestamp() : now;
        var (message, origin) = (next.Message, next.Origin);
        var shape = PersistenceTypes.ShapeOf(message);
        (_role, _sender, _handler) = (shape.Role, next.Sender, new(Origin: null, now));
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
                var isKnown = _events.TryAnswer(shape, message, out var command);
                origin = command.Origin;
                if (!isKnown)
                {
                    // the actor was restarted meanwhile, or nobody saw the request
                    _refusal = null;
                }
                else if (isMeasured && !shape.IsDeferred)
                {
                    Measure(type, shape, now - command.Since);
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
            _recovery.Takes(type, _role, _refusal, now);
        }

        return origin;
    }

    public override void Begin(in StampedEnvelope next, Activity? span)
    {
        if (_isWriting)
        {
            _handler = _handler with { Origin = span is null ? OriginIn(Activity.Current, PassThroughContext.Current) : MessageOrigin.SentIn(span) };
        }

        // the actor may stash the command until the last event is answered
        if (_role == PersistenceRole.None && !IsIdle)
        {
            var history = next.Origin?.History ?? new StashHistory(next.Origin);
            history.Stashed(Stopwatch.GetTimestamp(), span?.Context ?? default);
            history.Tracked?.Stashed();
            MayStash(next.Message, next.Sender, history);
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
        if (_stash is not null && !_hasReturned && IsIdle)
        {
            ForgetStash();
        }

        (_role, _sender, _hasReturned, _refusal) = (PersistenceRole.Other, null, false, null);
    }

    public override void Stopped(ActorTypeInfo type, bool isMeasured)
    {
        Forget();
        ForgetStash();

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

    // Every write counts, but another thread gives its duration to the histogram.
    private void Measure(ActorTypeInfo type, PersistenceShape shape, long duration)
    {
        if (!Instruments.WriteDuration.Enabled)
        {
            return;
        }

        var tags = type.Answered(shape.Name);
        if (_refusal is { } cause)
        {
            tags = [.. tags, new(AkkaSpanAttributes.ErrorType, type.Failure(cause.GetType()).ErrorType)];
        }

        var write = new WriteMeasurement(duration, tags);
        if (!type.Timing.LeavesForLater || !PendingMeasurements.TryAdd(write))
        {
            write.Record();
        }
    }

    private void Requested(object request, Activity? current, PassThroughContext? passing)
    {
        var handler = new HandlerNote(Origin: null, Stopwatch.GetTimestamp());
        if (!_isWriting && _role != PersistenceRole.BatchAnswer)
        {
            _handler = handler = handler with { Origin = OriginIn(current, passing) };
        }
        else if (_isWriting && _sender is { } sender)
        {
            // Events of several handlers may be in it. Akka does not tell which event is whose, except by the sender.
            _waiting.Add(sender, _handler);
        }

        _events.Add(request, handler, _waiting, (InternalCurrentActorCellKeeper.Current?.Mailbox?.MessageQueue as IObservedQueue)?.Observed);
        _waiting.Clear();
        _isWriting = true;

        // a handler that awaits may persist more
        if (InternalCurrentActorCellKeeper.Current?.TaskScheduler.CurrentMessage is null)
        {
            _sender = null;
        }
    }

    private void ForgetStash()
    {
        foreach (var (_, commands) in _stash ?? Enumerable.Empty<KeyValuePair<object, StashedCommands>>())
        {
            commands.Forget();
        }

        _stash = null;
    }

    private void Forget()
    {
        _events.Clear();
        _waiting.Clear();
        (_role, _sender, _isWriting, _refusal) = (PersistenceRole.Other, null, false, null);
    }
}
