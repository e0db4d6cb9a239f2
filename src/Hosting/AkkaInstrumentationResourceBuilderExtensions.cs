using Akka.Configuration;
using AkkaInstrumentation;

// The builder's namespace, as in OpenTelemetry's own detectors, so that code that uses the builder finds the method.
namespace OpenTelemetry.Resources;

/// <summary>Describes an actor system in the resource of all three signals.</summary>
public static class AkkaInstrumentationResourceBuilderExtensions
{
    /// <summary>
    /// Adds to the resource, as far as they are known when the provider is built: <c>akka.actor_system.name</c>, <c>akka.cluster.roles</c> and
    /// <c>akka.node.address</c>. A resource cannot change later, and a host builds its providers before its actor system. So give it the name and
    /// the HOCON; without them it reads the instrumented actor system of the process, if exactly one is running. An address without a host name, or
    /// with the port 0, which Akka chooses at its start, is not known.
    /// </summary>
    /// <param name="builder">The resource's builder.</param>
    /// <param name="systemName">Name of the actor system; null for the one that is running.</param>
    /// <param name="config">Its HOCON, which has <c>akka.cluster.roles</c> and the host name and port of <c>akka.remote.dot-netty.tcp</c>; null for
    /// none.</param>
    /// <returns>The builder.</returns>
    public static ResourceBuilder AddAkkaDetector(this ResourceBuilder builder, string? systemName = null, Config? config = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.AddDetector(new AkkaResourceDetector(systemName, config));
    }
}
