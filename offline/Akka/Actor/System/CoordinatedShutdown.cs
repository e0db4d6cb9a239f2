using System.Collections.Concurrent;
using Akka.Configuration;
using Akka.Event;

namespace Akka.Actor;

/// <summary>Runs tasks, phase by phase, before the system stops.</summary>
public sealed class CoordinatedShutdown : IExtension
{
    public const string PhaseBeforeServiceUnbind = "before-service-unbind";
    public const string PhaseServiceUnbind = "service-unbind";
    public const string PhaseServiceRequestsDone = "service-requests-done";
    public const string PhaseServiceStop = "service-stop";
    public const string PhaseBeforeClusterShutdown = "before-cluster-shutdown";
    public const string PhaseClusterShardingShutdownRegion = "cluster-sharding-shutdown-region";
    public const string PhaseClusterLeave = "cluster-leave";
    public const string PhaseClusterExiting = "cluster-exiting";
    public const string PhaseClusterExitingDone = "cluster-exiting-done";
    public const string PhaseClusterShutdown = "cluster-shutdown";
    public const string PhaseBeforeActorSystemTerminate = "before-actor-system-terminate";
    public const string PhaseActorSystemTerminate = "actor-system-terminate";

    private readonly ShutdownPhases _phases;
    private readonly ConcurrentDictionary<string, ConcurrentQueue<(string Name, Func<Task<Done>> Task)>> _tasks = new();
    private readonly TaskCompletionSource<Done> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ILoggingAdapter _log;
    private Reason? _reason;

    internal CoordinatedShutdown(ExtendedActorSystem system)
    {
        System = system;
        _log = Logging.GetLogger(system, this);
        _phases = new ShutdownPhases(system.Settings.Config.GetConfig("akka.coordinated-shutdown"));
    }

    public ExtendedActorSystem System { get; }

    public Reason ShutdownReason => _reason!;

    public TimeSpan TotalTimeout => _phases.Ordered
        .Where(phase => _tasks.ContainsKey(phase.Name))
        .Aggregate(TimeSpan.Zero, static (total, phase) => total + phase.Timeout);

    public static CoordinatedShutdown Get(ActorSystem sys) => new CoordinatedShutdownExtension().Apply(sys);

    public TimeSpan Timeout(string phase) => _phases.Get(phase).Timeout;

    public void AddTask(string phase, string taskName, Func<Task<Done>> task)
    {
        _phases.Get(phase);
        if (string.IsNullOrEmpty(taskName))
        {
            throw new ArgumentException("A shutdown task needs a name.", nameof(taskName));
        }

        _tasks.GetOrAdd(phase, static _ => new()).Enqueue((taskName, task));
    }

    public Task<Done> Run(Reason reason, string? fromPhase = null)
    {
        if (Interlocked.CompareExchange(ref _reason, reason, null) is null)
        {
            _ = Task.Run(() => RunCore(fromPhase));
        }

        return _done.Task;
    }

    private async Task RunCore(string? fromPhase)
    {
        try
        {
            var phases = fromPhase is null
                ? _phases.Ordered
                : _phases.Ordered.SkipWhile(phase => phase.Name != _phases.Get(fromPhase).Name);
            foreach (var phase in phases)
            {
                if (phase.Enabled && _tasks.TryGetValue(phase.Name, out var tasks))
                {
                    await RunPhase(phase, tasks).ConfigureAwait(false);
                }
            }

            _done.TrySetResult(Done.Instance);
        }
        catch (Exception e)
        {
            _done.TrySetException(e);
        }
    }

    private async Task RunPhase(ShutdownPhase phase, IEnumerable<(string Name, Func<Task<Done>> Task)> tasks)
    {
        try
        {
            await Task.WhenAll(tasks.Select(one => RunTask(phase, one.Name, one.Task)))
                .WaitAsync(phase.Timeout).ConfigureAwait(false);
        }
        catch (TimeoutException) when (phase.Recover)
        {
            // The last phase may go on for as long as actors take to stop.
            if (phase.Name != PhaseActorSystemTerminate)
            {
                _log.Warning("The shutdown phase [{0}] has not finished within {1}", phase.Name, phase.Timeout);
            }
        }
    }

    private async Task RunTask(ShutdownPhase phase, string name, Func<Task<Done>> task)
    {
        try
        {
            await task().ConfigureAwait(false);
        }
        catch (Exception e) when (phase.Recover)
        {
            _log.Warning("The shutdown task [{0}] of phase [{1}] failed: {2}", name, phase.Name, e.Message);
        }
    }

    /// <summary>Why the system stops.</summary>
    public class Reason
    {
        protected Reason()
        {
        }

        public override string ToString() => GetType().Name;
    }

    /// <summary>Nobody said.</summary>
    public class UnknownReason : Reason
    {
        public static readonly Reason Instance = new UnknownReason();

        private UnknownReason()
        {
        }
    }

    /// <summary><see cref="ActorSystem.Terminate"/> was called.</summary>
    public class ActorSystemTerminateReason : Reason
    {
        public static readonly Reason Instance = new ActorSystemTerminateReason();

        private ActorSystemTerminateReason()
        {
        }
    }

    /// <summary>The process ends.</summary>
    public class ClrExitReason : Reason
    {
        public static readonly Reason Instance = new ClrExitReason();

        private ClrExitReason()
        {
        }
    }
}

/// <summary>Makes a system's <see cref="CoordinatedShutdown"/>.</summary>
public sealed class CoordinatedShutdownExtension : ExtensionIdProvider<CoordinatedShutdown>
{
    public override CoordinatedShutdown CreateExtension(ExtendedActorSystem system)
    {
        var shutdown = new CoordinatedShutdown(system);
        if (system.Settings.CoordinatedShutdownTerminateActorSystem)
        {
            shutdown.AddTask(CoordinatedShutdown.PhaseActorSystemTerminate, "terminate-system", async () =>
            {
                await ((Internal.ActorSystemImpl)system).StopGuardians().ConfigureAwait(false);
                return Done.Instance;
            });
        }

        return shutdown;
    }
}
