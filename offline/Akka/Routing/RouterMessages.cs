namespace Akka.Routing;

/// <summary>A message for the router's logic around one for the routees.</summary>
public class RouterEnvelope(object message)
{
    public object Message { get; } = message;
}

/// <summary>Goes to every routee.</summary>
public class Broadcast(object message) : RouterEnvelope(message);

/// <summary>For the router itself.</summary>
public abstract class RouterManagementMessage
{
}

/// <summary>Asks for <see cref="Routees"/>.</summary>
public sealed class GetRoutees : RouterManagementMessage
{
    public static GetRoutees Instance { get; } = new();
}

/// <summary>The messages that need no arguments.</summary>
public static class RouterMessage
{
    public static readonly GetRoutees GetRoutees = GetRoutees.Instance;
}

/// <summary>The answer to <see cref="GetRoutees"/>.</summary>
public sealed class Routees(IEnumerable<Routee> routees)
{
    public IEnumerable<Routee> Members { get; } = routees;
}
