namespace Akka.Actor;

/// <summary>A message that the actor's cell handles before the actor sees it.</summary>
public interface IAutoReceivedMessage
{
}

/// <summary>A message around the user's message.</summary>
public interface IWrappedMessage
{
    object Message { get; }
}
