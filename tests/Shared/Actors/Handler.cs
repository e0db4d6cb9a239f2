using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>An actor that does what the test says.</summary>
public class Handler : ActorBase
{
    private readonly Action<IActorContext, object> _handle;

    public Handler(Action<IActorContext, object> handle) => _handle = handle;

    public static Props Props(Action<IActorContext, object> handle) => Akka.Actor.Props.Create(() => new Handler(handle));

    protected override bool Receive(object message)
    {
        _handle(Context, message);
        return true;
    }
}
