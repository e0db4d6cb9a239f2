using System.Diagnostics.CodeAnalysis;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The cluster's metrics of one actor system. They begin when the system joins a cluster, and are empty in a system that never does. This class
/// neither joins nor starts a cluster, and changes nothing in it.
/// </summary>
internal sealed class AkkaClusterInstrumentationExtension : IExtension
{
    internal AkkaClusterInstrumentationExtension(ExtendedActorSystem system)
    {
        var instrumentation = AkkaInstrumentationExtension.For(system);
        ClusterInstruments.Publish();
        HeartbeatInstruments.Publish();
        RemoteInstruments.Publish();
        Metrics = new ClusterMetrics(system, instrumentation);
        instrumentation.Insight.Lifecycle = Metrics;
        instrumentation.Insight.Nodes = Metrics.Nodes;
        instrumentation.Insight.Buffers = Metrics.Buffers;

        // A node without actors of the application also has to detect that it was suspended.
        instrumentation.Observer.Watch();
        BackgroundThread.EnsureStarted();

        // The cluster's extension is usually there; if not, a later collection finds it.
        _ = Metrics.Members.Extension;
    }

    internal ClusterMetrics Metrics { get; }

    /// <summary>The cluster's metrics of <paramref name="system"/>, which begin with the first call. Any thread.</summary>
    /// <exception cref="Akka.Configuration.ConfigurationException">A setting under <c>akka.instrumentation</c> is wrong.</exception>
    // Akka creates the provider by reflection, which a trimmer cannot see.
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(AkkaClusterInstrumentationProvider))]
    public static AkkaClusterInstrumentationExtension For(ActorSystem system) =>
        system.WithExtension<AkkaClusterInstrumentationExtension, AkkaClusterInstrumentationProvider>();
}
