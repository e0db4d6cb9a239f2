using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Says once, when a system with remoting has started, whether its traces go on at other nodes.</summary>
internal static class ProviderReport
{
    public static void Say(AkkaInstrumentationExtension instrumentation, ExtendedActorSystem system)
    {
        var provider = system.Provider.GetType();
        if (provider == NodePackages.Remote || provider == NodePackages.Cluster)
        {
            system.Log.Info("{0} is in use: traces go on at other nodes.", [provider.Assembly.GetName().Name!]);
        }
        else if (provider.FullName is NodePackages.AkkasRemote or NodePackages.AkkasCluster)
        {
            var package = provider.FullName is NodePackages.AkkasRemote ? "AkkaInstrumentation.Remote" : "AkkaInstrumentation.Cluster";
            system.Log.Info("Traces end at this node. Reference the package {0} to follow them to other nodes.", [package]);
        }
        else if (provider != typeof(LocalActorRefProvider) && NodePackages.Remote is not null)
        {
            instrumentation.Warnings.Say(
                $"akka.actor.provider is the application's own {provider.FullName}. Traces end at this node. They go on with {NodePackages.Remote.FullName}, or with "
                + "AkkaInstrumentation.InstrumentedClusterActorRefProvider for a cluster.");
        }
    }
}
