using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The recoveries of one persistent actor. Thread that runs the actor.</summary>
internal sealed class RecoveryMeasurement
{
    private long _startedAt = Stopwatch.GetTimestamp();
    private long _recoversSince;
    private long _replayed;
    private volatile bool _hasPermit;

    /// <summary>Ticks at which the actor was created. Any thread.</summary>
    public long StartedAt => Volatile.Read(ref _startedAt);

    /// <summary>Whether the actor was seen to get its permit to recover. Any thread.</summary>
    public bool HasPermit => _hasPermit;

    /// <summary>The actor has been created, so it will recover.</summary>
    public void Created()
    {
        Volatile.Write(ref _startedAt, Stopwatch.GetTimestamp());
        _hasPermit = false;
    }

    /// <summary>The actor gets a message.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="role">The part that the message plays.</param>
    /// <param name="refusal">Why the recovery has failed; null if it has not.</param>
    /// <param name="isMeasured">Whether the message counts for metrics.</param>
    public void Takes(ActorTypeInfo type, PersistenceRole role, Exception? refusal, bool isMeasured)
    {
        switch (role)
        {
            case PersistenceRole.RecoveryBegins:
                _hasPermit = true;
                (_recoversSince, _replayed) = (isMeasured ? _startedAt : 0, 0);
                break;
            case PersistenceRole.Replayed:
                _replayed++;
                break;
            case PersistenceRole.Recovered:
                Recovered(type, refusal is null ? null : type.Failure(refusal.GetType()).ErrorType);
                break;
            case PersistenceRole.BatchAnswer:
                // the end of the recovery was not seen
                _recoversSince = 0;
                break;
        }
    }

    /// <summary>The actor has stopped. An exception in a recovery handler stops it, and no message reports it.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="failed">That exception; null if there was none.</param>
    public void Stopped(ActorTypeInfo type, Exception? failed) =>
        Recovered(type, failed is null ? FoldedNames.OtherError : type.Failure(failed.GetType()).ErrorType);

    private void Recovered(ActorTypeInfo type, string? error)
    {
        if (_recoversSince == 0)
        {
            return;
        }

        var duration = Ticks.ToSeconds(Stopwatch.GetTimestamp() - _recoversSince);
        _recoversSince = 0;
        var tags = new TagList(type.Tags);
        TelemetryFault.Guard(TelemetryFault.Listener, (_replayed, tags), static it => Instruments.RecoveryEvents.Record(it._replayed, it.tags));
        if (error is not null)
        {
            tags.Add(AkkaSpanAttributes.ErrorType, error);
        }

        TelemetryFault.Guard(TelemetryFault.Listener, (duration, tags), static it => Instruments.RecoveryDuration.Record(it.duration, it.tags));
    }
}
