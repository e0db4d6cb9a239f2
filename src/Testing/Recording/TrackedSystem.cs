using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Whether the messages of an actor system can be tracked.</summary>
internal static class TrackedSystem
{
    /// <exception cref="FlowException">Nothing is instrumented, tracing is off, or the system has ended.</exception>
    public static AkkaInstrumentationExtension Get(ActorSystem system)
    {
        if (system.WhenTerminated.IsCompleted)
        {
            throw new FlowException($"The actor system {system.Name} has ended.", flow: null);
        }

        if (!system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation))
        {
            throw new FlowException(
                $"The actor system {system.Name} is not instrumented, so there is no flow to track. "
                + "With Akka.Hosting call akka.WithInstrumentation() where the system is configured. "
                + "Otherwise give AkkaInstrumentationConfig.Defaults to the constructor of the test kit, "
                + "or ActorSystem.Create(name, config.WithAkkaInstrumentation()).",
                flow: null);
        }

        return instrumentation.Settings.TracingEnabled
            ? instrumentation
            : throw new FlowException(
                $"Tracing is off in the actor system {system.Name}: akka.instrumentation.tracing.enabled, or o.Tracing.Enabled, must be on.", flow: null);
    }

    /// <summary>
    /// Waits until all top-level actors have started. Akka keeps what is sent to one before, and enqueues it later outside of any trace.
    /// </summary>
    /// <exception cref="FlowException">One does not start.</exception>
    public static async Task TopLevelActorsHaveStarted(ActorSystem system, FlowLimit time)
    {
        while (Unstarted(system) is { } actor)
        {
            if (time.Up.IsCompleted || time.HasSystemEnded)
            {
                throw new FlowException($"{actor.Path} has not started within {time.Limit.TotalSeconds:0.###} s.", flow: null);
            }

            await Task.Delay(1).ConfigureAwait(false);
        }
    }

    private static IActorRef? Unstarted(ActorSystem system) =>
        (((ExtendedActorSystem)system).Guardian as ActorRefWithCell)?.Children.FirstOrDefault(child => child is IRepointableRef { IsStarted: false });
}
