using System.Collections.Concurrent;
using Akka.Actor;

namespace Akka.Dispatch;

/// <summary>Four task schedulers, from high to idle, that share some workers on the thread pool.</summary>
public sealed class ChannelTaskScheduler : IExtension, IDisposable
{
    // A worker makes room for the pool's other work after as many tasks.
    private const int TasksPerTurn = 64;

    private readonly PriorityTaskScheduler[] _byPriority;
    private readonly Action<object?> _work;
    private readonly int _maxWorkers;
    private int _workers;

    public ChannelTaskScheduler(ExtendedActorSystem system)
    {
        var config = system.Settings.Config;
        _maxWorkers = Parallelism.Of(
            config.GetInt("akka.channel-scheduler.parallelism-min", 4),
            config.GetDouble("akka.channel-scheduler.parallelism-factor", 1.0),
            config.GetInt("akka.channel-scheduler.parallelism-max", 64));
        _work = _ => Work();
        _byPriority = [new(this), new(this), new(this), new(this)];
    }

    public TaskScheduler High => _byPriority[0];

    public TaskScheduler Normal => _byPriority[1];

    public TaskScheduler Low => _byPriority[2];

    public TaskScheduler Idle => _byPriority[3];

    public static ChannelTaskScheduler Get(ActorSystem system) =>
        system.WithExtension<ChannelTaskScheduler, ChannelTaskSchedulerProvider>();

    public TaskScheduler GetScheduler(TaskSchedulerPriority priority) => priority switch
    {
        TaskSchedulerPriority.Idle => Idle,
        TaskSchedulerPriority.Low or TaskSchedulerPriority.BelowNormal => Low,
        TaskSchedulerPriority.Normal => Normal,
        TaskSchedulerPriority.AboveNormal or TaskSchedulerPriority.High or TaskSchedulerPriority.Realtime => High,
#pragma warning disable CA2208 // the word is the message, as in Akka
        _ => throw new ArgumentException("priority"),
#pragma warning restore CA2208
    };

    /// <summary>What is queued still runs; nothing more is taken.</summary>
    public void Dispose()
    {
        foreach (var scheduler in _byPriority)
        {
            scheduler.Close();
        }
    }

    private bool HasWork => Array.Exists(_byPriority, one => one.HasTasks);

    /// <summary>A task was queued before this is asked, so either a new worker finds it or one that is just leaving.</summary>
    private void EnsureWorker()
    {
        var workers = Volatile.Read(ref _workers);
        while (workers < _maxWorkers)
        {
            var before = Interlocked.CompareExchange(ref _workers, workers + 1, workers);
            if (before == workers)
            {
                ThreadPool.UnsafeQueueUserWorkItem(_work, null, preferLocal: false);
                return;
            }

            workers = before;
        }
    }

    private void Work()
    {
        for (var i = 0; i < TasksPerTurn && Array.Exists(_byPriority, static one => one.TryRunOne()); i++)
        {
        }

        Interlocked.Decrement(ref _workers);
        if (HasWork)
        {
            EnsureWorker();
        }
    }

    private sealed class PriorityTaskScheduler(ChannelTaskScheduler owner) : TaskScheduler
    {
        private readonly ConcurrentQueue<Task> _tasks = new();
        private volatile bool _closed;

        public bool HasTasks => !_tasks.IsEmpty;

        public void Close() => _closed = true;

        public bool TryRunOne()
        {
            if (!_tasks.TryDequeue(out var task))
            {
                return false;
            }

            TryExecuteTask(task);
            return true;
        }

        protected override IEnumerable<Task> GetScheduledTasks() => [.. _tasks];

        protected override void QueueTask(Task task)
        {
            if (_closed)
            {
                throw new InvalidOperationException();
            }

            _tasks.Enqueue(task);
            owner.EnsureWorker();
        }

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) =>
            !taskWasPreviouslyQueued && TryExecuteTask(task);
    }
}

/// <summary>Creates the <see cref="ChannelTaskScheduler"/> of a system when it is first wanted.</summary>
public sealed class ChannelTaskSchedulerProvider : ExtensionIdProvider<ChannelTaskScheduler>
{
    public override ChannelTaskScheduler CreateExtension(ExtendedActorSystem system) => new(system);
}
