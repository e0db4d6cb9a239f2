using System.Threading.Channels;
using Akka.Actor;

namespace Akka.TestKit;

/// <summary>Writes what it receives into a channel. On its dispatcher that happens on the sender's thread.</summary>
internal sealed class InboxActor(ChannelWriter<object> inbox, TaskCompletionSource<ActorCell> started) : ActorBase
{
    protected override void PreStart() => started.TrySetResult((ActorCell)Context);

    protected override bool Receive(object message)
    {
        if (message is WatchRequest request)
        {
            Context.Watch(request.Actor);
            return true;
        }

        return inbox.TryWrite(message);
    }

    internal sealed record WatchRequest(IActorRef Actor);
}
