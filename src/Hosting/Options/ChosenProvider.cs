using Akka.Actor;
using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Hosting;

namespace AkkaInstrumentation;

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
