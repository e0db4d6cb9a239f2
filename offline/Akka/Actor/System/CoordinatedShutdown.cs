using System.Collections.Concurrent;
using Akka.Configuration;
using Akka.Event;

namespace Akka.Actor;

/// <summary>Runs tasks, phase by phase, before the system stops. The phases and their time-outs cannot be configured here.</summary>
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

    private static readonly TimeSpan LongestPhase = TimeSpan.FromSeconds(10);

    private static readonly string[] Phases =
    [
        PhaseBeforeServiceUnbind,
        PhaseServiceUnbind,
        PhaseServiceRequestsDone,
        PhaseServiceStop,
        PhaseBeforeClusterShutdown,
        PhaseClusterShardingShutdownRegion,
        PhaseClusterLeave,
        PhaseClusterExiting,
        PhaseClusterExitingDone,
        PhaseClusterShutdown,
        PhaseBeforeActorSystemTerminate,
        PhaseActorSystemTerminate,
    ];

    private readonly ConcurrentQueue<(string Phase, string Name, Func<Task<Done>> Task)> _tasks = new();
    private readonly TaskCompletionSource<Done> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ILoggingAdapter _log;
    private Reason? _reason;

    internal CoordinatedShutdown(ActorSystem system) => _log = Logging.GetLogger(system, this);

    public static CoordinatedShutdown Get(ActorSystem sys) => new CoordinatedShutdownExtension().Apply(sys);

    public void AddTask(string phase, string taskName, Func<Task<Done>> task)
    {
        if (!Phases.Contains(phase))
        {
            throw new ConfigurationException($"[{phase}] is no phase of the shutdown; there are {string.Join(", ", Phases)}");
        }

        _tasks.Enqueue((phase, taskName, task));
    }

    /// <summary>Only the first call starts the shutdown; all of them return its end.</summary>
    public Task<Done> Run(Reason reason, string? fromPhase = null)
    {
        if (Interlocked.CompareExchange(ref _reason, reason, null) is null)
        {
            _ = Task.Run(() => RunCore(fromPhase ?? Phases[0]));
        }

        return _done.Task;
    }

    private async Task RunCore(string firstPhase)
    {
        foreach (var phase in Phases.SkipWhile(phase => phase != firstPhase))
        {
            try
            {
                await Task.WhenAll(_tasks.Where(one => one.Phase == phase).Select(RunTask)).WaitAsync(LongestPhase).ConfigureAwait(false);
            }
            catch (TimeoutException)
            {
                _log.Warning("The shutdown phase {0} takes longer than {1}; the next one begins", phase, LongestPhase);
            }
        }

        _done.TrySetResult(Done.Instance);
    }

    private async Task RunTask((string Phase, string Name, Func<Task<Done>> Task) one)
    {
        try
        {
            await one.Task().ConfigureAwait(false);
        }
        catch (Exception e)
        {
            _log.Warning("The shutdown task {0} of {1} failed: {2}", one.Name, one.Phase, e.Message);
        }
    }

    /// <summary>Why the system stops.</summary>
    public class Reason
    {
        protected Reason()
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
        shutdown.AddTask(CoordinatedShutdown.PhaseActorSystemTerminate, "stop the guardians", async () =>
        {
            await ((Internal.ActorSystemImpl)system).StopGuardians().ConfigureAwait(false);
            return Done.Instance;
        });
        return shutdown;
    }
}
