using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The writes and recoveries of one persistent actor, for metrics. A write begins when the actor sends its request, and ends when the actor gets the
/// answer for the event. Journals answer in the order of the requests. Thread that runs the actor.
/// </summary>
internal sealed class PersistenceMeasurement
{
    // More are not measured.
    private const int Most = UnansweredWrites<long>.Most;

    // since when
    private readonly UnansweredWrites<long> _writes = new();

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
                AsksCore(new PersistenceWrites(request));
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e);
        }
    }

    /// <summary>The actor gets a message.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="message">The message.</param>
    /// <param name="now">The time; 0 when the clock has not been read.</param>
    public void Begin(ActorTypeInfo type, object message, long now)
    {
        if (_role == PersistenceRole.BatchAnswer && !_isWriting)
        {
            // the commands so far have no events that wait
            _commands.Clear();
        }

        var shape = PersistenceTypes.ShapeOf(message);
        _role = shape.Role;
        switch (_role)
        {
            case PersistenceRole.None when _isWriting && _commands.Count < Most:
                _commands.Add(Read(now));
                break;
            case PersistenceRole.BatchAnswer:
                (_isWriting, _recoversSince) = (false, 0);
                _writes.BatchAnswered();
                break;
            case PersistenceRole.EventAnswer:
                Answered(type, shape, message, Read(now));
                break;
            case PersistenceRole.RecoveryBegins:
                (_recoversSince, _startedAt, _replayed) = (_startedAt == 0 ? Read(now) : _startedAt, 0, 0);
                break;
            case PersistenceRole.Replayed:
                _replayed++;
                break;
            case PersistenceRole.Recovered:
                Recovered(type, Read(now), shape.CauseOf(message) is { } cause ? type.Failure(cause.GetType()).ErrorType : null);
                break;
        }
    }

    /// <summary>A supervisor restarts the actor, so it will recover again.</summary>
    public void Restarting() => _startedAt = Stopwatch.GetTimestamp();

    /// <summary>The actor has stopped. An exception in a recovery handler stops it, and no message tells it.</summary>
    public void Stopped(ActorTypeInfo type) => Recovered(type, Stopwatch.GetTimestamp(), FoldedNames.OtherError);

    // Not every message needs the time.
    private static long Read(long now) => now == 0 ? Stopwatch.GetTimestamp() : now;

    private void AsksCore(PersistenceWrites events)
    {
        var now = Stopwatch.GetTimestamp();
        var isLate = _role == PersistenceRole.BatchAnswer && _commands.Count > 0;
        var count = isLate ? events.Count() : 0;
        for (var index = 0; events.MoveNext(); index++)
        {
            _writes.Add(events.Key, isLate ? CommandOf(index, count) : now);
        }

        _commands.Clear();
        _isWriting = true;
    }

    // These events waited for the end of the write before. One event for each command is the usual case. Otherwise Akka does not tell which event is
    // whose, and the time of the oldest command is the one that hides nothing.
    private long CommandOf(int index, int events) => events == _commands.Count ? _commands[index] : _commands[0];

    private void Answered(ActorTypeInfo type, PersistenceShape shape, object answer, long now)
    {
        if (!_writes.TryTake(shape.Read(answer), out var since, shape.IsDeferred) || shape.IsDeferred)
        {
            return;
        }

        var seconds = Ticks.ToSeconds(Math.Max(0, now - since));
        var tags = type.Answered(shape.Name);
        if (shape.CauseOf(answer) is { } cause)
        {
            tags = [.. tags, new(AkkaSpanAttributes.ErrorType, type.Failure(cause.GetType()).ErrorType)];
        }

        PersistenceInstruments.WriteDuration.Record(seconds, tags);
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
