using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// A persistent actor: the handlers of its events belong to the trace of their command. Akka runs the handlers in the order of the events, and has one
/// request to the journal under way at a time. So the answers are counted against the events of the request. The cost of an event does not depend on
/// the number of events that wait.
/// </summary>
internal sealed class PersistentRelay : MailboxRelay
{
    private readonly RecoveryMeasurement _recovery = new();
    private readonly OwnStash _stash = new();
    private readonly UnansweredRequests _requests = new();

    // Events of earlier handlers wait for the end of the request that is under way.
    private WaitingHandlers _waiting = new();
    private bool _mayWait;

    // The handler that runs.
    private PersistenceRole _role = PersistenceRole.Other;
    private IActorRef? _sender;
    private HandlerNote _handler;
    private HandlerNote _command;
    private bool _endsRequest;

    private object? _actor;
    private bool _hasRecovered;

    // Nobody listens in this run, so its messages are not seen.
    private bool _isBlind = true;

    // Who begins to listen later has not seen it. The actor itself knows.
    private bool HasRecovered => _hasRecovered || (_actor is { } actor && (_hasRecovered = PersistenceTypes.HasRecovered(actor)));

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

    /// <summary>The actor moves a message from its ordinary stash into its own one.</summary>
    public void MovedToOwnStash(object message, StashHistory history) => _stash.Keep(message, history);

    /// <summary>The actor puts a message of its own stash back into its mailbox.</summary>
    public StampedEnvelope Returned(Envelope envelope)
    {
        if (_stash.Return(envelope.Message) is not { } history)
        {
            return new StampedEnvelope(envelope);
        }

        var now = Stopwatch.GetTimestamp();
        history.Returned(now);
        return new StampedEnvelope(envelope, now, history);
    }

    public override void RunBegins(Listening listening)
    {
        _isBlind = !listening.ToSpans && !listening.ToCounts;
        if (_isBlind)
        {
            Forget();
            _stash.Clear();
        }
    }

    public override void Takes(ActorTypeInfo type, in StampedEnvelope next, long now, bool isMeasured)
    {
        End();
        var message = next.Message;
        var shape = PersistenceTypes.ShapeOf(message);
        (_role, _sender, _command) = (shape.Role, next.Sender, default);
        if (_mayWait)
        {
            _handler = new(Origin: null, now == 0 ? Stopwatch.GetTimestamp() : now);
        }

        switch (_role)
        {
            case PersistenceRole.BatchAnswer:
                _requests.Written();

                // after a failure the events that wait are sent later
                _mayWait &= shape.CauseOf(message) is not null;
                _hasRecovered |= _actor is null;
                break;
            case PersistenceRole.EventAnswer when _requests.TryAnswer(shape, message, out _command, out _endsRequest) && isMeasured && !shape.IsDeferred:
                Measure(type, shape, message, now);
                break;
            case PersistenceRole.Recovered:
                _hasRecovered = true;
                break;
        }

        if (isMeasured)
        {
            _recovery.Takes(type, shape, message, now);
        }
    }

    public override MessageOrigin? Given(object message, MessageOrigin? origin) => _role switch
    {
        PersistenceRole.EventAnswer => _command.Origin,

        // A permit may come in the handler of another actor's message, and a restart in that of the failed one. No trace is the cause of the recovery.
        PersistenceRole.RecoveryBegins or PersistenceRole.Replayed or PersistenceRole.Recovered => null,
        PersistenceRole.Snapshot when !HasRecovered => null,
        _ => origin,
    };

    public override void Begin(in StampedEnvelope next, Activity? span)
    {
        if (_mayWait)
        {
            _handler = _handler with { Origin = span is null ? OriginIn(Activity.Current, PassThroughContext.Current) : MessageOrigin.SentIn(span) };
        }

        // the actor may stash the command until the last event is answered
        if (_role == PersistenceRole.None && (_mayWait || !_requests.IsEmpty || !HasRecovered))
        {
            var history = next.Origin?.History ?? new StashHistory(next.Origin, next.EnqueuedAt);
            history.Stashed(Stopwatch.GetTimestamp(), span?.Context ?? default);
            _stash.Keep(next.Message, history);
        }
    }

    public override void End()
    {
        if (!_mayWait)
        {
            _waiting.Clear();
        }
        else if (_sender is { } sender)
        {
            _waiting.Add(sender, _handler);
        }

        if (!_stash.IsEmpty)
        {
            _stash.HandlerEnded(_endsRequest, isIdle: !_mayWait && _requests.IsEmpty && HasRecovered);
        }

        (_role, _sender, _endsRequest) = (PersistenceRole.Other, null, false);
    }

    public override void Stopped(ActorTypeInfo type)
    {
        // else nobody has measured the recovery to its end
        if (!HasRecovered)
        {
            _recovery.Stopped(type);
        }
    }

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = null;
        if (PersistenceTypes.RoleOf(message) == PersistenceRole.Request && !_isBlind && !_requests.Has(message))
        {
            Requested(message, current, passing);
        }

        return false;
    }

    private void Requested(object request, Activity? current, PassThroughContext? passing)
    {
        var now = Stopwatch.GetTimestamp();
        if (!_mayWait && _role != PersistenceRole.BatchAnswer)
        {
            _handler = new(OriginIn(current, passing), now);
            _requests.Add(request, _handler, ref _waiting);
        }
        else
        {
            // Events of several handlers may be in it. Akka does not tell which event is whose, except by the sender.
            if (_mayWait && _sender is { } sender)
            {
                _waiting.Add(sender, _handler);
            }

            _requests.Add(request, new(Origin: null, now), ref _waiting);
        }

        _mayWait = true;

        // a handler that awaits may persist more
        if (InternalCurrentActorCellKeeper.Current?.TaskScheduler.CurrentMessage is null)
        {
            _sender = null;
        }
    }

    private void Measure(ActorTypeInfo type, PersistenceShape shape, object answer, long now)
    {
        var seconds = Ticks.ToSeconds(Math.Max(0, (now == 0 ? Stopwatch.GetTimestamp() : now) - _command.Since));
        var tags = type.Answered(shape.Name);
        if (shape.CauseOf(answer) is { } cause)
        {
            tags = [.. tags, new(AkkaSpanAttributes.ErrorType, type.Failure(cause.GetType()).ErrorType)];
        }

        PersistenceInstruments.WriteDuration.Record(seconds, tags);
    }

    private void Forget()
    {
        _requests.Clear();
        _waiting.Clear();
        (_role, _sender, _mayWait) = (PersistenceRole.Other, null, false);
    }
}
