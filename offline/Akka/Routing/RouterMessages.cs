namespace Akka.Routing;

/// <summary>A message for the router's logic around one for the routees.</summary>
public class RouterEnvelope(object message)
{
    public object Message { get; } = message;
}

/// <summary>Goes to every routee.</summary>
public class Broadcast(object message) : RouterEnvelope(message);
