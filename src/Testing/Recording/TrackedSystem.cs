using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Checks whether the messages of an actor system can be tracked.</summary>
internal static class TrackedSystem
{
    /// <exception cref="TrackingException">Nothing is instrumented, tracing is off, or the system has ended.</exception>
    public static AkkaInstrumentationExtension Get(ActorSystem system)
    {
        if (system.WhenTerminated.IsCompleted)
        {
            throw new TrackingException($"The actor system {system.Name} has ended.", tracked: null);
        }

        if (!system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation))
        {
            throw new TrackingException(
                $"The actor system {system.Name} is not instrumented, so there is nothing to track. "
                + "With Akka.Hosting call akka.WithInstrumentation() where the system is configured. "
                + "Otherwise give AkkaInstrumentationConfig.Defaults to the constructor of the test kit, "
                + "or ActorSystem.Create(name, config.WithAkkaInstrumentation()).",
                tracked: null);
        }

        return instrumentation.Settings.TracingEnabled
            ? instrumentation
            : throw new TrackingException(
                $"Tracing is off in the actor system {system.Name}: akka.instrumentation.tracing.enabled, or o.Tracing.Enabled, must be on.",
                    tracked: null);
    }

    /// <summary>
    /// Waits until all top-level actors have started. Akka keeps messages that are sent to such an actor before, and enqueues them later outside of
    /// any trace.
    /// </summary>
    /// <exception cref="TrackingException">One does not start.</exception>
    public static async Task TopLevelActorsHaveStarted(ActorSystem system, TrackingLimit time)
    {
        while (Unstarted(system) is { } actor)
        {
            time.ThrowIfCancelled();
            if (time.Up.IsCompleted || time.HasSystemEnded)
            {
                throw new TrackingException($"{actor.Path} has not started within {time.Limit.TotalSeconds:0.###} s.", tracked: null);
            }

            await Task.Delay(1).ConfigureAwait(false);
        }
    }

    private static IActorRef? Unstarted(ActorSystem system) =>
        (((ExtendedActorSystem)system).Guardian as ActorRefWithCell)?.Children.FirstOrDefault(child => child is IRepointableRef { IsStarted: false });
}
