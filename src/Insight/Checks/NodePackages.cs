using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The actor reference providers that take the place of Akka's. Those for other nodes are in packages that the application may reference, so they are
/// known by the names of their types.
/// </summary>
internal static class NodePackages
{
    public const string AkkasLocal = "Akka.Actor.LocalActorRefProvider";
    public const string AkkasRemote = "Akka.Remote.RemoteActorRefProvider";
    public const string AkkasCluster = "Akka.Cluster.ClusterActorRefProvider";

    /// <summary>The provider for systems without other nodes, which is in this assembly.</summary>
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    public static Type Local { get; } =
        Type.GetType("AkkaInstrumentation.InstrumentedLocalActorRefProvider, AkkaInstrumentation.Insight", throwOnError: true)!;

    /// <summary>The provider of the package for Akka.Remote; null without the package.</summary>
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    public static Type? Remote { get; } =
        Type.GetType("AkkaInstrumentation.InstrumentedRemoteActorRefProvider, AkkaInstrumentation.Remote", throwOnError: false);

    /// <summary>The provider of the package for Akka.Cluster; null without the package.</summary>
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    public static Type? Cluster { get; } =
        Type.GetType("AkkaInstrumentation.InstrumentedClusterActorRefProvider, AkkaInstrumentation.Cluster", throwOnError: false);

    /// <summary>The provider that takes the place of one of Akka's; null for none.</summary>
    /// <param name="provider">Name of a type, with or without assembly.</param>
    public static Type? CounterpartOf(string provider) => provider.Split(',')[0].Trim() switch
    {
        AkkasLocal => Local,
        AkkasRemote => Remote,
        AkkasCluster => Cluster,
        _ => null,
    };
}

/// <summary>Logs once, when a system with remoting has started, whether its traces continue at other nodes.</summary>
internal static class ProviderReport
{
    public static void Log(SetupWarnings warnings, ExtendedActorSystem system)
    {
        var provider = system.Provider.GetType();
        if (provider == NodePackages.Remote || provider == NodePackages.Cluster)
        {
            system.Log.Info("{0} is in use: traces go on at other nodes.", [provider.Assembly.GetName().Name!]);
        }
        else if (provider.FullName is NodePackages.AkkasRemote or NodePackages.AkkasCluster)
        {
            var package = provider.FullName is NodePackages.AkkasRemote ? "AkkaInstrumentation.Remote" : "AkkaInstrumentation.Cluster";
            warnings.Report($"Traces end at this node. Reference the package {package} to follow them to other nodes.");
        }
        else if (provider.FullName != NodePackages.AkkasLocal && provider != NodePackages.Local && NodePackages.Remote is not null)
        {
            warnings.Report(
                $"akka.actor.provider is the application's own {provider.FullName}. Traces end at this node. They go on with "
                + $"{NodePackages.Remote.FullName}, or with "
                + "AkkaInstrumentation.InstrumentedClusterActorRefProvider for a cluster.");
        }
    }
}
