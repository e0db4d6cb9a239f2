namespace Akka.Actor.Scheduler;

/// <summary>A message that a scheduler sends; actors see what it wraps.</summary>
public interface IScheduledTellMsg : IWrappedMessage;

internal sealed class Scheduled(object message) : IScheduledTellMsg
{
    public object Message { get; } = message;
}
