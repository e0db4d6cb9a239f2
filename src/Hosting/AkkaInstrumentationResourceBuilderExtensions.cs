using Akka.Actor;
using Akka.Configuration;
using AkkaInstrumentation;

// The builder's namespace, as in OpenTelemetry's own detectors, so that code that uses the builder finds the method.
namespace OpenTelemetry.Resources;

/// <summary>Describes an actor system in the resource of all three signals.</summary>
public static class AkkaInstrumentationResourceBuilderExtensions
{
    /// <summary>
    /// Adds attributes to the resource from the HOCON of an actor system, which need not run yet: <c>akka.actor_system.name</c>,
    /// <c>akka.cluster.roles</c> and <c>akka.node.address</c>. A resource cannot change later, and a host builds its providers before its actor
    /// system. An address without a host name, or with the port 0, which Akka chooses at its start, is left out.
    /// </summary>
    /// <param name="builder">The resource's builder.</param>
    /// <param name="systemName">Name of the actor system.</param>
    /// <param name="config">Its HOCON, which has <c>akka.cluster.roles</c> and the host name and port of <c>akka.remote.dot-netty.tcp</c>.</param>
    /// <returns>The builder.</returns>
    public static ResourceBuilder AddAkkaDetector(this ResourceBuilder builder, string systemName, Config config)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentException.ThrowIfNullOrEmpty(systemName);
        ArgumentNullException.ThrowIfNull(config);
        return builder.AddDetector(new AkkaResourceDetector(systemName, config));
    }

    /// <summary>Adds the same attributes from an actor system that is running: its name, roles and address.</summary>
    /// <param name="builder">The resource's builder.</param>
    /// <param name="system">The actor system. It need not be instrumented.</param>
    /// <returns>The builder.</returns>
    public static ResourceBuilder AddAkkaDetector(this ResourceBuilder builder, ActorSystem system)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(system);
        return builder.AddDetector(new AkkaResourceDetector(system.Name, system.Settings.Config, (ExtendedActorSystem)system));
    }
}
