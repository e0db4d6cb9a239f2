using System.Collections.Concurrent;
using Akka.Configuration;

namespace Akka.Dispatch;

/// <summary>Threads that belong to one dispatcher.</summary>
internal sealed class ForkJoinExecutor : ExecutorService
{
    private readonly ConcurrentQueue<IRunnable> _work = new();
    private readonly SemaphoreSlim _available = new(0);
    private volatile bool _stopped;

    public ForkJoinExecutor(string id, int threads, bool background)
        : base(id)
    {
        for (var i = 1; i <= threads; i++)
        {
            new Thread(Work) { IsBackground = background, Name = $"{id}_{i}" }.UnsafeStart();
        }
    }

    public override void Execute(IRunnable run)
    {
        if (_stopped)
        {
            throw new RejectedExecutionException($"{Id} has stopped");
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

/// <summary>As many threads as <c>dedicated-thread-pool</c> of the dispatcher says, else <c>fork-join-executor</c>.</summary>
internal sealed class ForkJoinExecutorConfigurator : ExecutorServiceConfigurator
{
    private readonly int _threads;
    private readonly bool _background = true;

    public ForkJoinExecutorConfigurator(Config dispatcher, IDispatcherPrerequisites prerequisites)
        : base(dispatcher.GetConfig("fork-join-executor") ?? Config.Empty, prerequisites)
    {
        if (dispatcher.GetConfig("dedicated-thread-pool") is { IsEmpty: false } pool)
        {
            _threads = pool.GetInt("thread-count");
            _background = pool.GetString("threadtype", "background") != "foreground";
        }
        else
        {
            _threads = Parallelism.Of(Config);
        }

        if (_threads < 1)
        {
            throw new ConfigurationException($"A dispatcher with {_threads} threads runs nothing");
        }
    }

    public override ExecutorService Produce(string id) => new ForkJoinExecutor(id, _threads, _background);
}

/// <summary>One thread.</summary>
internal sealed class OneThread : ExecutorServiceFactory
{
    public override ExecutorService Produce(string id) => new ForkJoinExecutor(id, threads: 1, background: true);
}
