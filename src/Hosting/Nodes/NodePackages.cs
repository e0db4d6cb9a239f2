using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Event;
using Akka.Hosting;

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

/// <summary>
/// The configuration of a builder's actor system with the instrumented provider in the place of Akka's. It is made when the system is created, so
/// <c>WithRemoting()</c> and <c>WithClustering()</c> may be called before or after <c>WithInstrumentation()</c>. A provider of the application's
/// own stays.
/// </summary>
internal sealed class ChosenProvider : Config
{
    private const string Key = "akka.actor.provider";

    private readonly AkkaConfigurationBuilder _builder;
    private InstrumentedConfig? _made;

    // Akka asks an empty configuration for nothing.
    private ChosenProvider(AkkaConfigurationBuilder builder)
        : base(new HoconRoot(ConfigurationFactory.ParseString($"{SettingsReader.Root} {{}}").Root)) => _builder = builder;

    public override bool IsEmpty => false;

    /// <summary>The builder's own set-up has the provider that it has chosen. This one replaces it, and decides later.</summary>
    public static BootstrapSetup SetupFor(AkkaConfigurationBuilder builder) => BootstrapSetup.Create().WithConfig(new ChosenProvider(builder));

    public override Config WithFallback(Config fallback) => (_made ??= Make()).WithFallback(fallback);

    private InstrumentedConfig Make()
    {
        var config = _builder.Configuration.HasValue ? _builder.Configuration.Value : Config.Empty;

        // Akka's settings know the precedence and the short names.
        var setup = _builder.ActorRefProvider.HasValue
            ? ActorSystemSetup.Empty.WithSetup(BootstrapSetup.Create().WithActorRefProvider(_builder.ActorRefProvider.Value))
            : ActorSystemSetup.Empty;
        var given = new Settings(null!, config, setup).ProviderClass;
        var chosen = NodePackages.CounterpartOf(given)?.AssemblyQualifiedName ?? given;
        var provider = ConfigurationFactory.ParseString($"{Key} = \"{chosen}\"");
        return (config as InstrumentedConfig ?? new InstrumentedConfig(Config.Empty, config)).With(provider);
    }
}

/// <summary>Logs once, when a system with remoting has started, whether its traces go on at other nodes.</summary>
internal static class ProviderReport
{
    public static void Log(AkkaInstrumentationExtension instrumentation, ExtendedActorSystem system)
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
            instrumentation.Warnings.Report(
                $"akka.actor.provider is the application's own {provider.FullName}. Traces end at this node. They go on with "
                + $"{NodePackages.Remote.FullName}, or with "
                + "AkkaInstrumentation.InstrumentedClusterActorRefProvider for a cluster.");
        }
    }
}
