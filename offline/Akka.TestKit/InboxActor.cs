using Akka.Actor;

namespace Akka.TestKit;

/// <summary>Puts what it receives into an <see cref="Inbox"/>. On its dispatcher that happens on the sender's thread.</summary>
internal sealed class InboxActor(Inbox inbox, TaskCompletionSource<ActorCell> started) : ActorBase
{
    protected override void PreStart() => started.TrySetResult((ActorCell)Context);

    protected override bool Receive(object message)
    {
        switch (message)
        {
            case WatchRequest request:
                Context.Watch(request.Actor);
                break;
            case UnwatchRequest request:
                Context.Unwatch(request.Actor);
                break;
            default:
                inbox.Add(message, Sender);
                break;
        }

        return true;
    }

    internal sealed record WatchRequest(IActorRef Actor) : INoSerializationVerificationNeeded;

    internal sealed record UnwatchRequest(IActorRef Actor) : INoSerializationVerificationNeeded;
}
