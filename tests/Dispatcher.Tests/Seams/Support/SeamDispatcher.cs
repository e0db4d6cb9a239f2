using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation.Tests;

/// <summary>Akka's dispatcher with a hook at each seam. Hooks are set before the test's actors start.</summary>
internal sealed class SeamDispatcher(
    MessageDispatcherConfigurator configurator, string id, int throughput, ExecutorServiceFactory executor, TimeSpan shutdown)
    : Akka.Dispatch.Dispatcher(configurator, id, throughput, null, executor, shutdown)
{
    public Action<ActorCell>? OnAttach { get; set; }

    public Action<ActorCell>? OnDetach { get; set; }

    public Action<ActorCell, Envelope>? OnDispatch { get; set; }

    public Action<ActorCell, SystemMessage>? OnSystemDispatch { get; set; }

    /// <summary>Called where a mailbox is scheduled, after it was handed to the executor.</summary>
    public Action<IRunnable>? AfterExecuteTask { get; set; }

    /// <summary>Replaces what is handed to the executor.</summary>
    public Func<IRunnable, IRunnable>? Around { get; set; }

    public override void Attach(ActorCell cell)
    {
        OnAttach?.Invoke(cell);
        base.Attach(cell);
    }

    public override void Detach(ActorCell cell)
    {
        OnDetach?.Invoke(cell);
        base.Detach(cell);
    }

    public override void Dispatch(ActorCell cell, Envelope envelope)
    {
        OnDispatch?.Invoke(cell, envelope);
        base.Dispatch(cell, envelope);
    }

    public override void SystemDispatch(ActorCell cell, SystemMessage message)
    {
        OnSystemDispatch?.Invoke(cell, message);
        base.SystemDispatch(cell, message);
    }

    protected override void ExecuteTask(IRunnable run)
    {
        base.ExecuteTask(Around?.Invoke(run) ?? run);
        AfterExecuteTask?.Invoke(run);
    }
}

internal sealed class SeamDispatcherConfigurator : MessageDispatcherConfigurator
{
    public const string TypeName = "AkkaInstrumentation.Tests.SeamDispatcherConfigurator, Dispatcher.Tests";

    private readonly SeamDispatcher _dispatcher;

    public SeamDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(config, prerequisites)
    {
        _dispatcher = new SeamDispatcher(
            this, Config.GetString("id"), Config.GetInt("throughput"), ConfigureExecutor(), TimeSpan.FromSeconds(1));
    }

    public override MessageDispatcher Dispatcher() => _dispatcher;
}

/// <summary>A runnable around a mailbox, as ours is: notes in the mailbox' queue when a run begins and has returned.</summary>
internal sealed class NotedRun(IRunnable run, Action begins, Action returned) : IRunnable
{
    public void Run()
    {
        begins();
        run.Run();
        returned();
    }

    public void Execute() => Run();
}
