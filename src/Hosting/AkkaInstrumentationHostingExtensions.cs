using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;
using AkkaInstrumentation;
using Microsoft.Extensions.Configuration;

// The builder's namespace, as in Akka's own plug-ins, so that code that uses the builder finds the method.
namespace Akka.Hosting;

/// <summary>Instruments a whole actor system through Akka.Hosting.</summary>
public static class AkkaInstrumentationHostingExtensions
{
    /// <summary>
    /// Makes the instrumented mailbox and dispatcher the defaults of the actor system. Spans and metrics also need <c>AddAkkaInstrumentation()</c> on
    /// the OpenTelemetry builders. The application's own dispatcher sections are instrumented too. If <c>akka.actor.default-dispatcher</c> or
    /// <c>akka.actor.internal-dispatcher</c> has a type of its own or is an alias, add that HOCON before this call.
    /// <para>
    /// Every call also reads <see cref="AkkaInstrumentationOptions"/> of the host's services, either without a name or with the name of the actor
    /// system. <c>AddAkkaInstrumentation(...)</c> on the OpenTelemetry builders sets them too. Precedence: options set in this call, options in
    /// the services, HOCON.
    /// </para>
    /// <para>
    /// A second call adds to the first. A value that the second call sets replaces the first call's value; the same holds for a filter, a redactor or
    /// an enricher. Rules are a list, and those of the second call are added before those of the first.
    /// </para>
    /// </summary>
    /// <param name="builder">The actor system's builder, inside <c>AddAkka</c>.</param>
    /// <param name="configure">Sets options. With null, other configuration and the defaults apply.</param>
    /// <returns>The builder.</returns>
    public static AkkaConfigurationBuilder WithInstrumentation(
        this AkkaConfigurationBuilder builder, Action<AkkaInstrumentationOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return Add(builder, configure, []);
    }

    /// <summary>
    /// Makes the instrumented mailbox and dispatcher the defaults of the actor system, and reads the section <c>AkkaInstrumentation</c> of the
    /// host's configuration. Changes of the section, and of options in the services, take effect while the system runs. Precedence: options set
    /// in this call, options in the services, the section, HOCON.
    /// </summary>
    /// <param name="builder">The actor system's builder, inside <c>AddAkka</c>.</param>
    /// <param name="services">The host's services, which are the second argument of the <c>AddAkka</c> callback.</param>
    /// <param name="configure">Sets options. With null, other configuration and the defaults apply.</param>
    /// <returns>The builder.</returns>
    public static AkkaConfigurationBuilder WithInstrumentation(
        this AkkaConfigurationBuilder builder, IServiceProvider services, Action<AkkaInstrumentationOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(services);
        return services.GetService(typeof(IConfiguration)) is IConfiguration configuration
            ? Add(builder, configure, [new ConfigurationSource(configuration.GetSection(ConfigurationSource.DefaultSection))])
            : Add(builder, configure, []);
    }

    /// <summary>
    /// Makes the instrumented mailbox and dispatcher the defaults of the actor system, and reads a section of the host's configuration. Changes of
    /// the section take effect while the system runs. Use it for a section of another name, or for one section for each of several actor systems. The
    /// section's keys are the names of the options (<c>Tracing:Sampling:Ratio</c>) or of HOCON.
    /// </summary>
    /// <param name="builder">The actor system's builder, inside <c>AddAkka</c>.</param>
    /// <param name="section">Settings that take precedence over HOCON.</param>
    /// <param name="configure">Sets options, which take precedence over the section. With null, other configuration and the defaults apply.</param>
    /// <returns>The builder.</returns>
    public static AkkaConfigurationBuilder WithInstrumentation(
        this AkkaConfigurationBuilder builder, IConfiguration section, Action<AkkaInstrumentationOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(section);
        return Add(builder, configure, [new ConfigurationSource(section)]);
    }

    // Reflection in the host's services creates the options.
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(AkkaInstrumentationOptions))]
    private static AkkaConfigurationBuilder Add(
        AkkaConfigurationBuilder builder, Action<AkkaInstrumentationOptions>? configure, IEnumerable<SettingsSource> sources)
    {
        var options = new AkkaInstrumentationOptions();
        configure?.Invoke(options);

        var earlier = builder.Setups.OfType<InstrumentationSetup>().FirstOrDefault();
        var layer = OptionsSource.Read(options, $"{(earlier?.Layers.Count ?? 0) + 1}");
        var setup = new InstrumentationSetup(layer, filter: null, earlier, [new OptionsSource(), .. sources], options.Tracing.Callbacks);
        OpenTelemetryBaggage.Connect();
        if (earlier is null)
        {
            builder.Setups.Add(setup);
            builder.Setups.Add(ChosenProvider.SetupFor(builder));
            var application = builder.Configuration.HasValue ? builder.Configuration.Value : Config.Empty;
            return builder
                .AddHocon(AkkaInstrumentationConfig.DefaultsOver(application), HoconAddMode.Prepend)
                .StartActors((system, _, resolver) =>
                {
                    var instrumentation = AkkaInstrumentationExtension.For(system);
                    HostWarnings.UnreadSection(instrumentation, resolver.GetService<IConfiguration>());
                    ProviderReport.Log(instrumentation.Warnings, (ExtendedActorSystem)system);
                    HostWarnings.NobodyCollects(instrumentation, resolver);
                });
        }

        // a second call adds to the first one and takes precedence over it
        builder.Setups.Remove(earlier);
        builder.Setups.Add(setup);
        return builder;
    }
}
