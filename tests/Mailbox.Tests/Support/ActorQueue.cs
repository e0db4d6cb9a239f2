namespace AkkaInstrumentation.Tests;

internal static class ActorQueue
{
    /// <summary>The queue of a started actor's mailbox.</summary>
    public static IMessageQueue Queue(this IActorRef actor) => ((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue;
}
