using System.Collections.Concurrent;
using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation.Tests.Instructions;

/// <summary>An executor without a thread: what it is given waits until somebody calls <see cref="Work"/>.</summary>
internal sealed class OnMainThread(Config config, IDispatcherPrerequisites prerequisites)
    : ExecutorServiceConfigurator(config, prerequisites)
{
    public const string TypeName = "AkkaInstrumentation.Tests.Instructions.OnMainThread, Dispatcher.Tests";

    private static readonly ConcurrentQueue<IRunnable> Waiting = new();

    public static void Work()
    {
        while (Waiting.TryDequeue(out var run))
        {
            run.Run();
        }
    }

    public override ExecutorService Produce(string id) => new Executor(id);

    private sealed class Executor(string id) : ExecutorService(id)
    {
        public override void Execute(IRunnable run) => Waiting.Enqueue(run);

        public override void Shutdown()
        {
        }
    }
}
