using System.Collections.Concurrent;
using Akka.Configuration;

namespace Akka.Dispatch;

/// <summary>Threads that belong to one dispatcher.</summary>
internal sealed class ForkJoinExecutor : ExecutorService
{
    private readonly ConcurrentQueue<IRunnable> _work = new();
    private readonly SemaphoreSlim _available = new(0);
    private volatile bool _stopped;

    public ForkJoinExecutor(string id, int threads)
        : base(id)
    {
        for (var i = 1; i <= threads; i++)
        {
            new Thread(Work) { IsBackground = true, Name = $"{id}_{i}" }.UnsafeStart();
        }
    }

    public override void Execute(IRunnable run)
    {
        if (_stopped)
        {
            throw new RejectedExecutionException($"{Id} was shut down");
        }

        _work.Enqueue(run);
        _available.Release();
    }

    public override void Shutdown()
    {
        _stopped = true;
        _available.Release();
    }

    private void Work()
    {
        while (true)
        {
            _available.Wait();
            if (_work.TryDequeue(out var run))
            {
                run.Run();
            }
            else if (_stopped)
            {
                // Wakes the next thread, so that all of them see it.
                _available.Release();
                return;
            }
        }
    }
}

internal sealed class ForkJoinExecutorConfigurator(Config config, IDispatcherPrerequisites prerequisites, int? threads = null)
    : ExecutorServiceConfigurator(config, prerequisites)
{
    public override ExecutorService Produce(string id) => new ForkJoinExecutor(id, threads ?? Parallelism());

    private int Parallelism()
    {
        var scaled = (int)Math.Ceiling(Environment.ProcessorCount * Config.GetDouble("parallelism-factor", 1.0));
        return Math.Max(1, Math.Clamp(scaled, Config.GetInt("parallelism-min", 8), Math.Max(Config.GetInt("parallelism-min", 8), Config.GetInt("parallelism-max", 64))));
    }
}
