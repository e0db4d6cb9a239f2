using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>The same as <see cref="LinkedRef"/> for an actor of another node. A scheduler wraps no message for those, so it need not be a reference.</summary>
internal sealed class LinkedReceiver(ITracedReceiver target, ScheduledContext trace) : ICanTell
{
    public void Tell(object message, IActorRef sender)
    {
        var outer = trace.Begin();
        try
        {
            target.Tell(message, sender);
        }
        finally
        {
            ScheduledContext.End(outer);
        }
    }
}
