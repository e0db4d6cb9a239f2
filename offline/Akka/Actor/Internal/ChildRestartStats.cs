namespace Akka.Actor.Internal;

/// <summary>What a parent knows of a child.</summary>
public class ChildRestartStats(IInternalActorRef child, uint maxNrOfRetriesCount = 0, long restartTimeWindowStartTicks = 0)
{
    public IInternalActorRef Child { get; } = child;

    public long Uid => Child.Path.Uid;

    public uint MaxNrOfRetriesCount { get; private set; } = maxNrOfRetriesCount;

    public long RestartTimeWindowStartTicks { get; private set; } = restartTimeWindowStartTicks;

    /// <summary>Counts one more restart; negative or zero means without that limit, except that 0 retries means never.</summary>
    public bool RequestRestartPermission(int maxNrOfRetries, int withinTimeMilliseconds)
    {
        if (maxNrOfRetries == 0)
        {
            return false;
        }

        if (withinTimeMilliseconds <= 0)
        {
            return maxNrOfRetries < 0 || ++MaxNrOfRetriesCount <= maxNrOfRetries;
        }

        var now = Environment.TickCount64 * TimeSpan.TicksPerMillisecond;
        var window = withinTimeMilliseconds * TimeSpan.TicksPerMillisecond;
        if (RestartTimeWindowStartTicks == 0 || now - RestartTimeWindowStartTicks > window)
        {
            RestartTimeWindowStartTicks = now;
            MaxNrOfRetriesCount = 1;
            return true;
        }

        return ++MaxNrOfRetriesCount <= (maxNrOfRetries < 0 ? 1 : maxNrOfRetries);
    }
}
