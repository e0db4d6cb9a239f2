using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// An executor without a thread: what it is given waits until the benchmark's thread calls <see cref="Work"/>. So the whole
/// life of a message is one thread's, and no time passes in waking another.
/// </summary>
internal sealed class OnThisThread(Config config, IDispatcherPrerequisites prerequisites)
    : ExecutorServiceConfigurator(config, prerequisites)
{
    public static readonly string TypeName = $"{typeof(OnThisThread).FullName}, {typeof(OnThisThread).Assembly.GetName().Name}";

    private static readonly Queue<IRunnable> Waiting = new();

    public static void Work()
    {
        while (true)
        {
            IRunnable? run;
            lock (Waiting)
            {
                if (!Waiting.TryDequeue(out run))
                {
                    return;
                }
            }

            run.Run();
        }
    }

    /// <summary>While a system starts, others schedule too.</summary>
    public static void WorkUntil(Func<bool> condition)
    {
        var deadline = DateTime.UtcNow.AddSeconds(30);
        while (!condition())
        {
            Work();
            if (DateTime.UtcNow > deadline)
            {
                throw new TimeoutException("an actor did not start");
            }
        }
    }

    public override ExecutorService Produce(string id) => new Executor(id);

    private sealed class Executor(string id) : ExecutorService(id)
    {
        public override void Execute(IRunnable run)
        {
            lock (Waiting)
            {
                Waiting.Enqueue(run);
            }
        }

        public override void Shutdown()
        {
        }
    }
}
