using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>The packages that take traces to other nodes, if the application references them. They are known by the names of their types.</summary>
internal static class NodePackages
{
    public const string AkkasRemote = "Akka.Remote.RemoteActorRefProvider";
    public const string AkkasCluster = "Akka.Cluster.ClusterActorRefProvider";

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
        AkkasRemote => Remote,
        AkkasCluster => Cluster,
        _ => null,
    };
}
