using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The writes and recoveries of one persistent actor, for metrics. A write begins when the actor sends its request, and ends when the actor gets the
/// answer for the event. Journals answer in the order of the requests. Thread that runs the actor.
/// </summary>
internal sealed class PersistenceMeasurement
{
    // More are not measured.
    private const int Most = 10_000;

    private readonly Queue<(object Key, long Since)> _writes = new();

    // When the commands were handled that came during a write. Their events wait for its end.
    private readonly List<long> _commands = [];
    private PersistenceRole _role;
    private bool _isWriting;
    private long _startedAt = Stopwatch.GetTimestamp();
    private long _recoversSince;
    private long _replayed;

    /// <summary>The actor sends a request. Never throws.</summary>
    public void Asks(object request)
    {
        try
        {
            if (PersistenceTypes.RoleOf(request) == PersistenceRole.Request)
            {
                AsksCore(PersistenceTypes.WritesOf(request));
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e);
        }
    }

    /// <summary>The actor gets a message.</summary>
    public void Begin(ActorTypeInfo type, object message, long now)
    {
        if (_role == PersistenceRole.BatchAnswer && !_isWriting)
        {
            // the commands so far have no events that wait
            _commands.Clear();
        }

        _role = PersistenceTypes.RoleOf(message);
        switch (_role)
        {
            case PersistenceRole.None when _isWriting && _commands.Count < Most:
                _commands.Add(now);
                break;
            case PersistenceRole.BatchAnswer:
                (_isWriting, _recoversSince) = (false, 0);
                break;
            case PersistenceRole.EventAnswer:
                Answered(type, message, now);
                break;
            case PersistenceRole.RecoveryBegins:
                (_recoversSince, _startedAt, _replayed) = (_startedAt == 0 ? now : _startedAt, 0, 0);
                break;
            case PersistenceRole.Replayed:
                _replayed++;
                break;
            case PersistenceRole.Recovered:
                Recovered(type, now, PersistenceTypes.CauseOf(message) is { } cause ? type.Failure(cause.GetType()).ErrorType : null);
                break;
        }
    }

    /// <summary>A supervisor restarts the actor, so it will recover again.</summary>
    public void Restarting() => _startedAt = Stopwatch.GetTimestamp();

    /// <summary>The actor has stopped. An exception in a recovery handler stops it, and no message tells it.</summary>
    public void Stopped(ActorTypeInfo type) => Recovered(type, Stopwatch.GetTimestamp(), FoldedNames.OtherError);

    private void AsksCore(IEnumerable<(object Key, Akka.Actor.IActorRef? Sender)> events)
    {
        var now = Stopwatch.GetTimestamp();
        var before = _writes.Count;
        foreach (var (key, _) in events)
        {
            if (_writes.Count < Most)
            {
                _writes.Enqueue((key, now));
            }
        }

        if (_role == PersistenceRole.BatchAnswer && _commands.Count > 0)
        {
            AreLate(_writes.Count - before);
        }

        _commands.Clear();
        _isWriting = true;
    }

    // These events waited for the end of the write before. One event for each command is the usual case. Otherwise Akka does not tell which event is
    // whose, and the time of the oldest command is the one that hides nothing.
    private void AreLate(int events)
    {
        for (var i = _writes.Count; i > 0; i--)
        {
            var write = _writes.Dequeue();
            var index = events - i;
            _writes.Enqueue(index < 0 ? write : (write.Key, events == _commands.Count ? _commands[index] : _commands[0]));
        }
    }

    private void Answered(ActorTypeInfo type, object answer, long now)
    {
        var key = PersistenceTypes.KeyOf(answer);
        if (!_writes.TryPeek(out var first))
        {
            return;
        }

        // Answers that never came are forgotten, and one that is not known takes the place of the first.
        var isKnown = ReferenceEquals(first.Key, key) || _writes.Any(write => ReferenceEquals(write.Key, key));
        do
        {
            first = _writes.Dequeue();
        }
        while (isKnown && !ReferenceEquals(first.Key, key));
        if (isKnown && !PersistenceTypes.IsDeferred(answer))
        {
            var cause = PersistenceTypes.CauseOf(answer);
            var tags = new TagList(type.Tags) { { AkkaSpanAttributes.PersistenceAnswer, TypeNames.Of(answer.GetType()) } };
            if (cause is not null)
            {
                tags.Add(AkkaSpanAttributes.ErrorType, type.Failure(cause.GetType()).ErrorType);
            }

            PersistenceInstruments.WriteDuration.Record(Ticks.ToSeconds(Math.Max(0, now - first.Since)), tags);
        }
    }

    private void Recovered(ActorTypeInfo type, long now, string? error)
    {
        if (_recoversSince == 0)
        {
            return;
        }

        var duration = Ticks.ToSeconds(Math.Max(0, now - _recoversSince));
        _recoversSince = 0;
        var tags = new TagList(type.Tags);
        PersistenceInstruments.RecoveryEvents.Record(_replayed, tags);
        if (error is not null)
        {
            tags.Add(AkkaSpanAttributes.ErrorType, error);
        }

        PersistenceInstruments.RecoveryDuration.Record(duration, tags);
    }
}
