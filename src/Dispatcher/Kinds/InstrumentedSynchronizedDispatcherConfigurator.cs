using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// In the place of Akka's <c>SynchronizedDispatcher</c>: each actor runs on the synchronization context, say a window's
/// thread, of the thread that starts it.
/// </summary>
internal sealed class InstrumentedSynchronizedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : MessageDispatcherConfigurator(config, prerequisites)
{
    public override MessageDispatcher Dispatcher() =>
        new SynchronizedDispatcher(this, Executors.CurrentContext(Config.GetString("id"), Prerequisites));

    private sealed class SynchronizedDispatcher : InstrumentedDispatcher
    {
        public SynchronizedDispatcher(MessageDispatcherConfigurator configurator, ExecutorServiceFactory executor)
            : base(configurator, executor)
        {
            // the executor is made by the first task: here, where the right context is current
            ExecuteTask(new Nothing());
        }
    }

    private sealed class Nothing : IRunnable
    {
        public void Run()
        {
        }

        public void Execute() => Run();
    }
}
