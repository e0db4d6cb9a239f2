namespace Akka.Actor.Scheduler;

/// <summary>A message that a scheduler sends; actors see what it wraps.</summary>
public interface IScheduledTellMsg : IWrappedMessage, INoSerializationVerificationNeeded;

internal class Scheduled(object message) : IScheduledTellMsg
{
    public object Message { get; } = message;
}

/// <summary>Keeps the marker of the wrapped message, which the receive time-out looks at before it unwraps.</summary>
internal sealed class ScheduledQuietly(object message) : Scheduled(message), INotInfluenceReceiveTimeout;
