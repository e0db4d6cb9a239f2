namespace AkkaInstrumentation.Tests;

/// <summary>A dispatcher of an application's own, which this library does not know.</summary>
public sealed class PlainDispatcher(MessageDispatcherConfigurator configurator) : MessageDispatcher(configurator)
{
    protected override void ExecuteTask(IRunnable run) => ThreadPool.UnsafeQueueUserWorkItem(run, preferLocal: false);

    protected override void Shutdown() { }
}

/// <summary>What HOCON names to get a <see cref="PlainDispatcher"/>.</summary>
public sealed class PlainConfigurator(Config config, IDispatcherPrerequisites prerequisites) : MessageDispatcherConfigurator(config, prerequisites)
{
    public override MessageDispatcher Dispatcher() => new PlainDispatcher(this);
}
