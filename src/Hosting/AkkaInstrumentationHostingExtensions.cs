using Akka.Configuration;
using Akka.Hosting;

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
    /// <param name="configure">Sets options; null keeps HOCON's values and the defaults.</param>
    /// <returns>The builder.</returns>
    public static AkkaConfigurationBuilder WithInstrumentation(
        this AkkaConfigurationBuilder builder, Action<AkkaInstrumentationOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var options = new AkkaInstrumentationOptions();
        configure?.Invoke(options);

        var earlier = builder.Setups.OfType<InstrumentationSetup>().FirstOrDefault();
        var hocon = ConfigurationFactory.ParseString(OptionsHocon.Write(options, earlier?.Layers.Count ?? 0));
        var setup = new InstrumentationSetup(hocon, options.Tracing.Filter, earlier, new(options.Tracing.Content.Redactor, options.Tracing.Enrich));
        OpenTelemetryBaggage.Connect();
        if (earlier is null)
        {
            builder.Setups.Add(setup);
            var application = builder.Configuration.HasValue ? builder.Configuration.Value : Config.Empty;
            return builder.AddHocon(InstrumentationConfig.DefaultsFor(application), HoconAddMode.Prepend);
        }

        // a second call adds to the first and wins over it
        builder.Setups.Remove(earlier);
        builder.Setups.Add(setup);
        return builder;
    }
}
