namespace AkkaInstrumentation.Tests.Cases;

/// <summary>What a case acts in: its actors, which are known by short names, and a span to send from.</summary>
internal sealed class Scene(TestSystem system, string prefix, Activity test, string? dispatcher)
{
    private readonly List<Hold> _holds = [];
    private readonly List<IActorRef> _actors = [];
    private int _errors;

    public ActorSystem System => system.System;

    /// <summary>The span that the test sends from.</summary>
    public Activity Test => test;

    public string PathOf(string name) => $"/user/{prefix}-{name}";

    /// <summary>The actors so far whose cell is known.</summary>
    public IEnumerable<ActorCell> Cells => _actors.Select(actor => (actor as ActorRefWithCell)?.Underlying).OfType<ActorCell>();

    public IActorRef Of(string name, Props props)
    {
        var actor = system.ActorOf(dispatcher is null || props.Dispatcher != Akka.Dispatch.Dispatchers.DefaultDispatcherId
            || props.RouterConfig is not (null or Akka.Routing.NoRouter) ? props : props.WithDispatcher(dispatcher), $"{prefix}-{name}");
        _actors.Add(actor);
        return actor;
    }

    /// <summary>An actor that finds nothing in its execution context but what belongs to its message.</summary>
    public IActorRef Actor(string name, Action<IActorContext, object> handle) => Of(name, Handler.Props((context, message) =>
    {
        Check(!Strangers.Flow());
        handle(context, message);
    }));

    public IActorRef Async(string name, Func<IActorContext, object, Task> handle) => Of(name, AsyncHandler.Props((context, message) =>
    {
        Check(!Strangers.Flow());
        return handle(context, message);
    }));

    /// <summary>An actor that does nothing.</summary>
    public IActorRef Sink(string name) => Actor(name, (_, _) => { });

    /// <summary>Sends from the test's span, without a sender.</summary>
    public void Inside(IActorRef actor, params object[] messages) => Send(test, actor, messages);

    /// <summary>Sends outside of any trace, without a sender.</summary>
    public static void Outside(IActorRef actor, params object[] messages) => Send(null, actor, messages);

    /// <summary>Sends all messages into a waiting mailbox, so that they are one row. Its handler passes the hold.</summary>
    public async Task InARow(IActorRef actor, Activity? parent, params object[] messages)
    {
        var hold = new Hold();
        _holds.Add(hold);
        Send(null, actor, hold);
        await hold.Entered;
        Send(parent, actor, messages);
        hold.Release();
    }

    /// <summary>What must not be: reported by a handler, read at the end.</summary>
    public void Check(bool condition)
    {
        if (!condition)
        {
            Interlocked.Increment(ref _errors);
        }
    }

    public int Errors => Volatile.Read(ref _errors);

    private static void Send(Activity? current, IActorRef actor, params object[] messages)
    {
        var before = Activity.Current;
        Activity.Current = current;
        foreach (var message in messages)
        {
            actor.Tell(message, ActorRefs.NoSender);
        }

        Activity.Current = before;
    }
}
