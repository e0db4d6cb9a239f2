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
