namespace AkkaInstrumentation.Tests;

/// <summary>An actor that does what the test gives it, and passes a <see cref="Hold"/>.</summary>
public class Handler : ActorBase
{
    private readonly Action<IActorContext, object> _handle;

    public Handler(Action<IActorContext, object> handle) => _handle = handle;

    /// <summary>Sends every message back, except <c>fail</c>: there it throws.</summary>
    public static Props Fallible { get; } = Props((context, message) =>
    {
        Fail.If(message is "fail");

        context.Sender.Tell(message);
    });

    public static Props Props(Action<IActorContext, object> handle) => Akka.Actor.Props.Create(() => new Handler(handle));

    protected override bool Receive(object message)
    {
        if (message is Hold hold)
        {
            hold.Pass();
        }
        else
        {
            _handle(Context, message);
        }

        return true;
    }
}
