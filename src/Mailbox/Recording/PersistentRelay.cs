using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A persistent actor. The objects in its requests to the journal come back in the answers, whatever the journal does between. So an event's origin,
/// the handler of its command, is remembered by such an object. The actor sets commands aside in a stash of its own, which no plug-in can replace; they
/// are found again when they return to the front of the mailbox.
/// </summary>
internal sealed class PersistentRelay : MailboxRelay
{
    // Commands that came while a request was under way. Their events are sent together, in the handler of the journal's answer.
    private const int MostCommands = 10_000;

    // The same while nobody knows whether a request is under way.
    private const int MostUnsure = 100;

    // A request is answered or has failed long before (akka.persistence: call-timeout). So an actor that never writes does not keep its commands.
    private static readonly long LongestWrite = 60 * Stopwatch.Frequency;

    // The message and its history only while nobody knows whether the actor stashes it.
    private readonly List<(IActorRef? Sender, MessageOrigin? Origin, object? Message, StashHistory? History)> _commands = [];
    private readonly UnansweredWrites<MessageOrigin?> _writes = new();
    private readonly PersistenceMeasurement _measurement = new();
    private PersistenceRole _role;
    private object? _actor;
    private bool _isWriting;
    private bool _hasRecovered;

    // Nobody listens to spans in this run, so its messages are not seen.
    private bool _isBlind;

    // The last request or its answer was seen, and every message since then.
    private bool _knowsWrites;

    // When the first command came of which that is not known; 0 for none.
    private long _unsureSince;

    // Further commands may have come during the last write, before anybody listened.
    private bool _isPartial;

    /// <summary>The time, in ticks of the stopwatch. Tests set it.</summary>
    internal Func<long> Clock { get; set; } = static () => CoarseClock.Now;

    // Who begins to listen later has not seen it. The actor itself knows.
    private bool HasRecovered => _hasRecovered || (_actor is { } actor && (_hasRecovered = PersistenceTypes.HasRecovered(actor)));

    /// <summary>The persistent actor that this thread runs asks a journal to write. Never throws.</summary>
    public static void Asks(object request)
    {
        if (ThreadContext.Known is { Relay: PersistentRelay relay } && PersistenceInstruments.WriteDuration.Enabled)
        {
            relay._measurement.Asks(request);
        }
    }

    public override MessageOrigin? Given(object message, MessageOrigin? origin)
    {
        var shape = PersistenceTypes.ShapeOf(message);
        return shape.Role switch
        {
            PersistenceRole.EventAnswer => _writes.TryTake(shape.Read(message), out var command, shape.IsDeferred) ? command : origin,

            // A permit may come in the handler of another actor's message, and a restart in that of the failed one. No trace is the cause of the recovery.
            PersistenceRole.RecoveryBegins or PersistenceRole.Replayed or PersistenceRole.Recovered => null,
            PersistenceRole.Snapshot when !HasRecovered => null,
            _ => origin,
        };
    }

    public override void Measure(ActorTypeInfo type, object message, long now) => _measurement.Begin(type, message, now);

    /// <summary>The actor has been created, for the first time or again. Its thread.</summary>
    public void Created(object actor) => (_actor, _hasRecovered) = (actor, false);

    public override void Restarting()
    {
        (_actor, _hasRecovered) = (null, false);
        _measurement.Restarting();
    }

    public override void Stopped(ActorTypeInfo type)
    {
        // else nobody has measured the recovery to its end
        if (!HasRecovered)
        {
            _measurement.Stopped(type);
        }
    }

    public override void RunBegins(bool isSeen)
    {
        if (!isSeen && !_isBlind)
        {
            // requests and answers may come that nobody sees
            _writes.Clear();
            _commands.Clear();
            (_role, _isWriting, _knowsWrites, _unsureSince) = (PersistenceRole.Other, false, false, 0);
        }

        _isBlind = !isSeen;
    }

    public override void Begin(in StampedEnvelope next, Activity? span)
    {
        End();
        var message = next.Message;
        _role = PersistenceTypes.RoleOf(message);
        switch (_role)
        {
            case PersistenceRole.None when _writes.Count > 0 || _isWriting || !HasRecovered:
                Note(next, span, isSure: true);
                break;
            case PersistenceRole.None when !_knowsWrites:
                NoteUnsure(next, span);
                break;
            case PersistenceRole.BatchAnswer:
                // the next request may follow
                _isPartial = !_knowsWrites;
                (_isWriting, _knowsWrites) = (false, true);
                _hasRecovered |= _actor is null;
                _writes.BatchAnswered();
                RememberUnsure();
                break;
            case PersistenceRole.EventAnswer when !_knowsWrites:
                // its handler may unstash
                RememberUnsure();
                _commands.Clear();
                break;
            case PersistenceRole.Recovered:
                // the commands so far were stashed
                (_hasRecovered, _knowsWrites) = (true, true);
                _commands.Clear();
                break;
        }
    }

    public override void End()
    {
        if (_role == PersistenceRole.BatchAnswer && !_isWriting)
        {
            // the commands so far have no events that wait
            _commands.Clear();
        }

        _role = PersistenceRole.Other;
    }

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = null;
        if (PersistenceTypes.RoleOf(message) == PersistenceRole.Request)
        {
            Requested(message, current, passing);
        }

        return false;
    }

    /// <summary>The actor puts a message that it has stashed back into its mailbox.</summary>
    public static StampedEnvelope Returned(Envelope envelope)
    {
        var now = Stopwatch.GetTimestamp();
        if (!SetAside.TryTake(envelope.Message, out var origin))
        {
            return new StampedEnvelope(envelope);
        }

        origin?.History?.Returned(now);
        return new StampedEnvelope(envelope, now, origin);
    }

    // The actor may stash the command until the last event is answered.
    private void Note(in StampedEnvelope next, Activity? span, bool isSure)
    {
        var history = next.Origin?.History ?? new StashHistory(next.Origin, next.EnqueuedAt);
        history.Stashed(Stopwatch.GetTimestamp(), span?.Context ?? default);
        if (isSure)
        {
            SetAside.Remember(next.Message, history);
        }

        if (_commands.Count < MostCommands)
        {
            var origin = span is null ? OriginIn(Activity.Current, PassThroughContext.Current) : MessageOrigin.SentIn(span);
            _commands.Add((next.Sender, origin, isSure ? null : next.Message, isSure ? null : history));
        }
    }

    private void NoteUnsure(in StampedEnvelope next, Activity? span)
    {
        var now = Clock();
        if (_unsureSince == 0)
        {
            _unsureSince = now;
        }

        if (now - _unsureSince > LongestWrite)
        {
            _knowsWrites = true;
            _commands.Clear();
        }
        else if (_commands.Count < MostUnsure)
        {
            Note(next, span, isSure: false);
        }
    }

    // A write was under way, so the actor has stashed them.
    private void RememberUnsure()
    {
        foreach (var (_, _, message, history) in _commands)
        {
            if (message is not null)
            {
                SetAside.Remember(message, history);
            }
        }
    }

    private void Requested(object request, Activity? current, PassThroughContext? passing)
    {
        var writes = new PersistenceWrites(request);
        var isLate = _role == PersistenceRole.BatchAnswer;
        var origin = isLate ? null : OriginIn(current, passing);
        var count = isLate ? writes.Count() : 0;
        for (var index = 0; writes.MoveNext(); index++)
        {
            _writes.Add(writes.Key, isLate ? OriginOf(writes.Sender, index, count) : origin);
        }

        (_isWriting, _knowsWrites) = (true, !_isBlind);
        _commands.Clear();
    }

    // The actor sends the events of several commands together, in their order. Akka does not tell which event is whose, except by the sender. Even that
    // is not sure where there may be commands that nobody has seen.
    private MessageOrigin? OriginOf(IActorRef? sender, int index, int events)
    {
        MessageOrigin? origin = null;
        var found = 0;
        foreach (var command in _commands)
        {
            if (Equals(command.Sender, sender) && (found == 0 || command.Origin?.Context.TraceId != origin?.Context.TraceId))
            {
                origin = command.Origin;
                found++;
            }
        }

        if (found == 1 && !_isPartial)
        {
            return origin;
        }

        // one event for each command is the usual case
        return events == _commands.Count && Equals(_commands[index].Sender, sender) && _commands[index].Origin is { } probable
            ? new UncertainOrigin(probable)
            : null;
    }
}
