using Akka.Actor.Internal;
using Akka.Dispatch;

namespace Akka.Actor;

/// <summary>An actor that names a handler for each type of message.</summary>
public abstract class ReceiveActor : UntypedActor, IInitializableActor
{
    private readonly ReceiveHandlers _initial = new();
    private ReceiveHandlers? _configuring;

    protected ReceiveActor() => _configuring = _initial;

    internal override Receive InitialBehavior => _initial.Handle;

    private ReceiveHandlers Handlers => _configuring
        ?? throw new InvalidOperationException("Handlers are added in the constructor and within Become.");

    void IInitializableActor.Init() => _configuring = null;

    protected sealed override void OnReceive(object message)
    {
    }

    protected void Become(Action configure) => Become(Configured(configure));

    protected void Receive<T>(Action<T> handler, Predicate<T>? shouldHandle = null) => Handlers.Add(shouldHandle, handler);

    protected void ReceiveAny(Action<object> handler) => Handlers.Add(null, handler);

    protected void ReceiveAsync<T>(Func<T, Task> handler, Predicate<T>? shouldHandle = null) =>
        Handlers.Add(shouldHandle, Async(handler));

    private static Action<T> Async<T>(Func<T, Task> handler) => message => ActorTaskScheduler.RunTask(() => handler(message));

    private Receive Configured(Action configure)
    {
        var outer = _configuring;
        var handlers = new ReceiveHandlers();
        _configuring = handlers;
        try
        {
            configure();
        }
        finally
        {
            _configuring = outer;
        }

        return handlers.Handle;
    }
}
