using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The recoveries of one persistent actor: whether it has recovered, why it has not, and how long it took. Thread that runs the actor.
/// </summary>
internal sealed class ActorRecovery
{
    private long _startedAt = Stopwatch.GetTimestamp();
    private long _measuredSince;
    private long _replayed;
    private bool _hasEnded;
    private bool _stopsItself;
    private volatile bool _hasPermit;

    // The exception of the handler of a replayed event. Akka catches it, logs it on this thread and stops the actor.
    private Exception? _logged;

    /// <summary>The actor; null before its creation has been seen. Any thread.</summary>
    public object? Actor { get; private set; }

    /// <summary>Whether the actor has recovered. A listener that starts later has not seen it; the actor itself knows.</summary>
    public bool HasEnded => _hasEnded || (Actor is { } actor && (_hasEnded = JournalMessages.HasRecovered(actor)));

    /// <summary>Ticks at which the actor was created, if it recovers; else 0. Any thread.</summary>
    public long Since => !_hasEnded && Actor is { } actor && JournalMessages.IsRecovering(actor) ? Volatile.Read(ref _startedAt) : 0;

    /// <summary>Whether the actor has got its permit to recover, as far as that was observed. Any thread.</summary>
    public bool HasPermit => _hasPermit;

    /// <summary>Why the actor stops without having recovered, if one of its own handlers has thrown; otherwise null.</summary>
    public Exception? Failure => !_stopsItself || HasEnded ? null : _logged ?? UnseenException.Instance;

    /// <summary>The actor has been created, so it will recover.</summary>
    public void Begin(object actor)
    {
        (Actor, _hasEnded, _hasPermit) = (actor, false, false);
        Volatile.Write(ref _startedAt, Stopwatch.GetTimestamp());
    }

    /// <summary>The next handler begins.</summary>
    public void HandlerBegins() => (_logged, _stopsItself) = (null, false);

    /// <summary>The actor has logged an error. An error of the journal is known from its answer, and is null here.</summary>
    public void Logged(Exception? cause) => _logged = HasEnded ? null : cause;

    /// <summary>The actor stops itself in a handler, and no answer of the journal is the reason.</summary>
    /// <param name="mayHaveFailed">
    /// Whether its handler may have thrown without a log line. If not, an actor that could have logged an exception and has not has decided to stop
    /// by itself.
    /// </param>
    public void StopsItself(bool mayHaveFailed) => _stopsItself = !HasEnded && (_logged is not null || mayHaveFailed);

    /// <summary>The journal has answered a write. An actor whose creation was not observed must have recovered before.</summary>
    public void Wrote() => _hasEnded |= Actor is null;

    /// <summary>The actor gets a message.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="role">The part that the message plays.</param>
    /// <param name="refusal">Why the recovery has failed; null if it has not.</param>
    /// <param name="isMeasured">Whether the message counts for metrics.</param>
    public void Arrived(ActorTypeInfo type, PersistenceRole role, Exception? refusal, bool isMeasured)
    {
        switch (role)
        {
            case PersistenceRole.RecoveryBegins:
                _hasPermit = true;
                (_measuredSince, _replayed) = (isMeasured ? _startedAt : 0, 0);
                break;
            case PersistenceRole.Replayed:
                _replayed++;
                break;
            case PersistenceRole.Recovered:
                _hasEnded = true;
                Record(type, refusal is null ? null : type.Failure(refusal.GetType()).ErrorType);
                break;
            case PersistenceRole.BatchAnswer:
                // the end of the recovery was not seen
                _measuredSince = 0;
                break;
        }
    }

    /// <summary>The actor has stopped. An exception in a recovery handler stops it, and no message reports it.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="failed">That exception; null if there was none.</param>
    public void Stopped(ActorTypeInfo type, Exception? failed) =>
        Record(type, failed is null ? FoldedNames.OtherError : type.Failure(failed.GetType()).ErrorType);

    private void Record(ActorTypeInfo type, string? error)
    {
        if (_measuredSince == 0)
        {
            return;
        }

        var duration = Ticks.ToSeconds(Stopwatch.GetTimestamp() - _measuredSince);
        _measuredSince = 0;
        var tags = new TagList(type.Tags);
        TelemetryFault.Guard(TelemetryFault.Listener, (_replayed, tags), static it => Instruments.RecoveryEvents.Record(it._replayed, it.tags));
        if (error is not null)
        {
            tags.Add(AkkaSpanAttributes.ErrorType, error);
        }

        TelemetryFault.Guard(TelemetryFault.Listener, (duration, tags), static it => Instruments.RecoveryDuration.Record(it.duration, it.tags));
    }
}
