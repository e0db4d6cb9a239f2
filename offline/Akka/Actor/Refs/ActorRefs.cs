namespace Akka.Actor;

/// <summary>The references everyone has.</summary>
public static class ActorRefs
{
    public static readonly IActorRef NoSender = null!;

    public static readonly Nobody Nobody = Nobody.Instance;
}

/// <summary>The reference that stands for no actor.</summary>
public sealed class Nobody : MinimalActorRef
{
    public static Nobody Instance = new();

    private Nobody()
    {
    }

    public override ActorPath Path { get; } = new RootActorPath(Address.AllSystems, "/Nobody");

    public override IActorRefProvider Provider => throw new NotSupportedException("Nobody has no provider.");
}

/// <summary>A question about a reference.</summary>
public static class ActorRefExtensions
{
    public static bool IsNobody(this IActorRef? actorRef) => actorRef is null or Nobody or DeadLetterActorRef;
}

/// <summary>Telling with the current actor as the sender.</summary>
public static class ActorRefImplicitSenderExtensions
{
    public static void Tell(this IActorRef receiver, object message) =>
        receiver.Tell(message, ActorCell.GetCurrentSelfOrNoSender());

    public static void Forward(this IActorRef receiver, object message) =>
        receiver.Tell(message, ActorCell.GetCurrentSenderOrNoSender());
}
