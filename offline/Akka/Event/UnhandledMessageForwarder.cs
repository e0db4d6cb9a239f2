using Akka.Actor;
using Akka.Actor.Internal;

namespace Akka.Event;

/// <summary>Logs unhandled messages at debug level (<c>akka.actor.debug.unhandled</c>).</summary>
internal sealed class UnhandledMessageForwarder : ActorBase
{
    public static void Start(ActorSystemImpl system)
    {
        var forwarder = system.SystemActorOf(Props.Create<UnhandledMessageForwarder>(), "UnhandledMessageForwarder");
        system.EventStream.Subscribe(forwarder, typeof(UnhandledMessage));
    }

    protected override bool Receive(object message)
    {
        if (message is not UnhandledMessage unhandled) return false;
        var recipient = unhandled.Recipient;
        var text = $"Unhandled message from {unhandled.Sender?.Path} : {unhandled.Message}";
        Context.System.EventStream.Publish(new Debug(recipient.Path.ToString(), recipient.GetType(), text));
        return true;
    }
}
