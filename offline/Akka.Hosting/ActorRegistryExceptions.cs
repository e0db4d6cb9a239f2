namespace Akka.Hosting;

/// <summary>The registry cannot do what was asked.</summary>
public class ActorRegistryException : Exception
{
    public ActorRegistryException(string message)
        : base(message)
    {
    }
}

/// <summary>The key has an actor already.</summary>
public sealed class DuplicateActorRegistryException : ActorRegistryException
{
    public DuplicateActorRegistryException(string message)
        : base(message)
    {
    }
}

/// <summary>The key has no actor.</summary>
public sealed class MissingActorRegistryEntryException : ActorRegistryException
{
    public MissingActorRegistryEntryException(string message)
        : base(message)
    {
    }
}
