namespace AkkaInstrumentation.Tests;

/// <summary>What a <see cref="Hooked"/> does. A hook that is not given does what Akka's does.</summary>
public sealed record Hooks
{
    public Action<IActorContext, object>? Handle { get; init; }

    public Func<IActorContext, object, Task>? HandleAsync { get; init; }

    public Action<IActorContext>? PreStart { get; init; }

    public Action? PostStop { get; init; }

    /// <summary>With the message that failed.</summary>
    public Action<IActorContext, object>? PreRestart { get; init; }

    public Action? PostRestart { get; init; }
}

/// <summary>An actor whose handler and hooks do what the test gives them.</summary>
public sealed class Hooked : ReceiveActor
{
    private readonly Hooks _hooks;

    public Hooked(Hooks hooks)
    {
        _hooks = hooks;
        if (hooks.HandleAsync is { } handle)
        {
            ReceiveAnyAsync(message => handle(Context, message));
        }
        else
        {
            ReceiveAny(message => hooks.Handle?.Invoke(Context, message));
        }
    }

    public static Props Props(Hooks hooks) => Akka.Actor.Props.Create(() => new Hooked(hooks));

    protected override void PreStart() => _hooks.PreStart?.Invoke(Context);

    protected override void PostStop() => _hooks.PostStop?.Invoke();

    protected override void PreRestart(Exception reason, object message)
    {
        if (_hooks.PreRestart is { } hook)
        {
            hook(Context, message);
        }
        else
        {
            base.PreRestart(reason, message);
        }
    }

    protected override void PostRestart(Exception reason)
    {
        if (_hooks.PostRestart is { } hook)
        {
            hook();
        }
        else
        {
            base.PostRestart(reason);
        }
    }
}
