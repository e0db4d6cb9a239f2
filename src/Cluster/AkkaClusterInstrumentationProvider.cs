using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Loads the cluster's metrics at the start of an actor system, if HOCON names it:
/// <c>akka.extensions = ["AkkaInstrumentation.AkkaClusterInstrumentationProvider, AkkaInstrumentation.Cluster"]</c>. <c>WithInstrumentation()</c> needs no
/// such line.
/// </summary>
public sealed class AkkaClusterInstrumentationProvider : ExtensionIdProvider<AkkaClusterInstrumentationExtension>
{
    /// <inheritdoc />
    public override AkkaClusterInstrumentationExtension CreateExtension(ExtendedActorSystem system) => new(system);
}
