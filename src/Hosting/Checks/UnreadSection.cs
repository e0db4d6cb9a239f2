using Akka.Actor;
using Microsoft.Extensions.Configuration;

namespace AkkaInstrumentation;

/// <summary>Finds a section <c>AkkaInstrumentation</c> in the host's configuration that no call of <c>WithInstrumentation</c> reads.</summary>
internal static class UnreadSection
{
    public static void Warn(AkkaInstrumentationExtension instrumentation, ActorSystem system, IConfiguration? configuration)
    {
        const string Name = ConfigurationSource.DefaultSection;
        var sources = system.Settings.Setup.Get<InstrumentationSetup>() is { HasValue: true, Value: var setup } ? setup.Sources : [];
        if (configuration?.GetSection(Name).Exists() == true && !sources.OfType<ConfigurationSource>().Any(source => source.Reads(Name)))
        {
            instrumentation.Warnings.Say(
                $"The section {Name} of the host's configuration is read by nobody. Give the services to the call: "
                + $"AddAkka(\"{system.Name}\", (akka, services) => akka.WithInstrumentation(services)).");
        }
    }
}
