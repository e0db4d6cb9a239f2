namespace AkkaInstrumentation.Tests;

/// <summary>An actor whose handler is asynchronous and does what the test gives it, and awaits a <see cref="Hold"/>.</summary>
public class AsyncHandler : ReceiveActor
{
    public AsyncHandler(Func<IActorContext, object, Task> handle) =>
        ReceiveAsync<object>(message => message is Hold hold ? hold.PassAsync() : handle(Context, message));

    public static Props Props(Func<IActorContext, object, Task> handle) => Akka.Actor.Props.Create(() => new AsyncHandler(handle));
}
