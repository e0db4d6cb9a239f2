using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Replaces Akka's <c>SynchronizedDispatcher</c>. Each actor runs on the synchronization context of the thread that starts it, for example a window's
/// thread.
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
            // The first task creates the executor. It runs here because the right context is current here.
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
