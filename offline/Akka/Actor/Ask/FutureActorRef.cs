namespace Akka.Actor;

/// <summary>The reference that an Ask gives as the sender: its first message is the answer.</summary>
public class FutureActorRef<T>(TaskCompletionSource<T> result, ActorPath path, IActorRefProvider provider) : MinimalActorRef
{
    public override ActorPath Path => path;

    public override IActorRefProvider Provider => provider;

    public override IInternalActorRef Parent => provider.TempContainer;

    public virtual void DeliverAsk(object message, ICanTell destination) => destination.Tell(message, this);

    protected override void TellInternal(object message, IActorRef sender)
    {
        var first = message switch
        {
            T typed => result.TrySetResult(typed),
            Status.Failure failure => result.TrySetException(failure.Cause),
            null => result.TrySetResult(default!),
            _ => result.TrySetException(new ArgumentException(
                $"The answer is a {message.GetType()}, not a {typeof(T)}")),
        };

        if (!first)
        {
            provider.DeadLetters.Tell(message!, this);
        }
    }
}
