using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>What <c>WithInstrumentation()</c> calls, by this name, where the package is referenced.</summary>
internal static class ClusterInstrumentation
{
    public static void Start(ActorSystem system) => AkkaClusterInstrumentationExtension.For(system);
}
