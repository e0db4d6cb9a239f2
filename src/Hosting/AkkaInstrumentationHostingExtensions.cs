using System.Diagnostics.CodeAnalysis;
using Akka.Configuration;
using Akka.Hosting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>Instrumentation of a whole actor system by Akka.Hosting.</summary>
public static class AkkaInstrumentationHostingExtensions
{
    /// <summary>
    /// Makes the instrumented mailbox and dispatcher the defaults of the actor system. Spans and metrics flow as soon as
    /// the OpenTelemetry builders have <c>AddAkkaInstrumentation()</c> too. The application's own dispatcher sections are
    /// instrumented as well. If <c>akka.actor.default-dispatcher</c> or <c>akka.actor.internal-dispatcher</c> has a type of
    /// its own or is an alias, add that HOCON before this call.
    /// </summary>
    /// <param name="builder">The actor system's builder, inside <c>AddAkka</c>.</param>
    /// <param name="configure">Sets options; null keeps what else is configured and the defaults.</param>
    /// <returns>The builder.</returns>
    public static AkkaConfigurationBuilder WithInstrumentation(
        this AkkaConfigurationBuilder builder, Action<AkkaInstrumentationOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return Add(builder, configure, []);
    }

    /// <summary>
    /// The same with the host's settings: the section <c>AkkaInstrumentation</c> of its configuration, and
    /// <see cref="AkkaInstrumentationOptions"/> that are configured in its services, without a name or with the actor system's. Both
    /// are followed while the system runs. What is set in this call wins over such options, they win over the section, and that
    /// wins over HOCON.
    /// </summary>
    /// <param name="builder">The actor system's builder, inside <c>AddAkka</c>.</param>
    /// <param name="services">The host's services, the second argument that <c>AddAkka</c> gives.</param>
    /// <param name="configure">Sets options; null keeps what else is configured and the defaults.</param>
    /// <returns>The builder.</returns>
    // The options are made by reflection, in the host's services.
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(AkkaInstrumentationOptions))]
    public static AkkaConfigurationBuilder WithInstrumentation(
        this AkkaConfigurationBuilder builder, IServiceProvider services, Action<AkkaInstrumentationOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(services);
        var sources = new List<SettingsSource>();
        if (services.GetService(typeof(IOptionsMonitor<AkkaInstrumentationOptions>)) is IOptionsMonitor<AkkaInstrumentationOptions> options)
        {
            sources.Add(new OptionsSource(options));
        }

        if (services.GetService(typeof(IConfiguration)) is IConfiguration configuration)
        {
            sources.Add(new ConfigurationSource(configuration.GetSection(ConfigurationSource.DefaultSection)));
        }

        return Add(builder, configure, sources);
    }

    /// <summary>
    /// The same with a section of the host's configuration, which is followed while the system runs: for a section of another name, or
    /// one for each of several actor systems. Its keys are the options' names (<c>Tracing:Sampling:Ratio</c>) or HOCON's.
    /// </summary>
    /// <param name="builder">The actor system's builder, inside <c>AddAkka</c>.</param>
    /// <param name="section">Settings that win over HOCON.</param>
    /// <param name="configure">Sets options, which win over the section; null keeps what else is configured and the defaults.</param>
    /// <returns>The builder.</returns>
    public static AkkaConfigurationBuilder WithInstrumentation(
        this AkkaConfigurationBuilder builder, IConfiguration section, Action<AkkaInstrumentationOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(section);
        return Add(builder, configure, [new ConfigurationSource(section)]);
    }

    private static AkkaConfigurationBuilder Add(
        AkkaConfigurationBuilder builder, Action<AkkaInstrumentationOptions>? configure, IEnumerable<SettingsSource> sources)
    {
        var options = new AkkaInstrumentationOptions();
        configure?.Invoke(options);

        var earlier = builder.Setups.OfType<InstrumentationSetup>().FirstOrDefault();
        var hocon = OptionsHocon.Read(options, $"{(earlier?.Layers.Count ?? 0) + 1}");
        var setup = new InstrumentationSetup(hocon, options.Tracing.Filter, earlier, sources, options.Tracing.Callbacks);
        OpenTelemetryBaggage.Connect();
        if (earlier is null)
        {
            builder.Setups.Add(setup);
            var application = builder.Configuration.HasValue ? builder.Configuration.Value : Config.Empty;
            return builder
                .AddHocon(InstrumentationConfig.DefaultsFor(application), HoconAddMode.Prepend)
                .StartActors((system, _, resolver) => UnreadSection.Warn(InstrumentationExtension.For(system), system, resolver.GetService<IConfiguration>()));
        }

        // a second call adds to the first and wins over it
        builder.Setups.Remove(earlier);
        builder.Setups.Add(setup);
        return builder;
    }
}
