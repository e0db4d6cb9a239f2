using Akka.Actor;
using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Passes the options of an OpenTelemetry builder, or of the services, to the actor systems of their host. If no actor system reads them, a warning
/// says so. No option makes a provider fail.
/// </summary>
internal static class ProviderOptions
{
    /// <summary>
    /// Called when a provider is built, with a host or without. It warns by the event source, because a logger may need this provider.
    /// </summary>
    public static void Check(IServiceProvider services) => TelemetryFault.Guard(TelemetryFault.Listener, services, static services =>
    {
        if (services.GetService<IServiceProviderIsService>()?.IsService(typeof(ActorSystem)) == false && Unread(services) is { } problem)
        {
            InstrumentationEventSource.Log.SetupWarning("", problem);
        }
    });

    /// <summary>Describes options that are set although the services have no actor system; null if none are set.</summary>
    public static string? Unread(IServiceProvider services) => Problem(services, "", "the services have no actor system that reads it");

    /// <summary>Describes options that are set in the services for a system of this name or for all systems, and how they are read; null if none are
    /// set.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="system">Name of the actor system.</param>
    /// <param name="reason">Why no actor system reads them.</param>
    public static string? Problem(IServiceProvider services, string system, string reason)
    {
        AkkaInstrumentationOptions[] options = services.GetService<IOptionsMonitor<AkkaInstrumentationOptions>>() is { } monitor
            ? [monitor.CurrentValue, monitor.Get(system)]
            : [];
        var set = options.SelectMany(all => HoconTree.Leaves(OptionsSource.Read(all, "").Root)).Select(leaf => leaf.Key)
            .Distinct().Order(StringComparer.Ordinal).ToList();
        return set.Count == 0 && options.All(all => all.Tracing.Callbacks == new SpanCallbacks(null, null))
            ? null
            : $"AddAkkaInstrumentation(options => ...) sets {string.Join(", ", set.DefaultIfEmpty("a callback"))}, but {reason}. "
                + "Add one with AddAkka(...) and WithInstrumentation(), or set the keys in the HOCON of your actor system.";
    }
}

/// <summary>
/// The configuration of a builder's actor system, with the instrumented provider in the place of Akka's. It is created with the system, so
/// <c>WithRemoting()</c> and <c>WithClustering()</c> may be called before or after <c>WithInstrumentation()</c>. A provider of the application's own
/// stays.
/// </summary>
internal sealed class ChosenProvider : Config
{
    private const string Key = "akka.actor.provider";

    private readonly AkkaConfigurationBuilder _builder;
    private InstrumentedConfig? _made;

    // Akka reads nothing from an empty configuration.
    private ChosenProvider(AkkaConfigurationBuilder builder)
        : base(new HoconRoot(ConfigurationFactory.ParseString($"{InstrumentationSettings.Root} {{}}").Root)) => _builder = builder;

    public override bool IsEmpty => false;

    /// <summary>The builder's own set-up has the provider that it has chosen. This one replaces it, and decides later.</summary>
    public static BootstrapSetup SetupFor(AkkaConfigurationBuilder builder) => BootstrapSetup.Create().WithConfig(new ChosenProvider(builder));

    public override Config WithFallback(Config fallback) => (_made ??= Make()).WithFallback(fallback);

    private InstrumentedConfig Make()
    {
        var config = _builder.Configuration.HasValue ? _builder.Configuration.Value : Config.Empty;

        // Akka's settings resolve the precedence and the short names.
        var setup = _builder.ActorRefProvider.HasValue
            ? ActorSystemSetup.Empty.WithSetup(BootstrapSetup.Create().WithActorRefProvider(_builder.ActorRefProvider.Value))
            : ActorSystemSetup.Empty;
        var given = new Settings(null!, config, setup).ProviderClass;
        var chosen = NodePackages.CounterpartOf(given)?.AssemblyQualifiedName ?? given;
        var provider = ConfigurationFactory.ParseString($"{Key} = \"{chosen}\"");
        return (config as InstrumentedConfig ?? new InstrumentedConfig(Config.Empty, config)).With(provider);
    }
}
