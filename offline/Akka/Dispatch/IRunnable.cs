namespace Akka.Dispatch;

/// <summary>Something a dispatcher executes.</summary>
public interface IRunnable : IThreadPoolWorkItem
{
    void Run();
}

/// <summary>An action as a runnable.</summary>
public sealed class ActionRunnable(Action action) : IRunnable
{
    public void Run() => action();

    public void Execute() => Run();
}

/// <summary>An action with its state as a runnable.</summary>
public sealed class ActionWithStateRunnable(Action<object> actionWithState, object state) : IRunnable
{
    public void Run() => actionWithState(state);

    public void Execute() => Run();
}
