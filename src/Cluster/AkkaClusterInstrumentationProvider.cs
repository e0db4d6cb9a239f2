using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Loads the cluster's metrics at the start of an actor system, if HOCON names it:
/// <c>akka.extensions = ["AkkaInstrumentation.AkkaClusterInstrumentationProvider, AkkaInstrumentation.Cluster"]</c>. A system with
/// <see cref="InstrumentedClusterActorRefProvider"/>, which <c>WithInstrumentation()</c> chooses, needs no such line.
/// </summary>
internal sealed class AkkaClusterInstrumentationProvider : ExtensionIdProvider<AkkaClusterInstrumentationExtension>
{
    /// <inheritdoc />
    public override AkkaClusterInstrumentationExtension CreateExtension(ExtendedActorSystem system) => new(system);
}
