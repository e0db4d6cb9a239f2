using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Makes sure that the configuration of a system contains ids such as <c>akka.instrumentation.mailbox.unbounded</c>, because Akka looks them up
/// only there.
/// </summary>
internal static class ReferenceInSystem
{
    /// <summary>Called once for each system, before anything else is read.</summary>
    /// <returns>The application's settings, without the additions of this library as far as they can be distinguished.</returns>
    public static Config Ensure(Settings settings)
    {
        var application = settings.Config;
        if (AkkaInstrumentationConfig.IsPartOf(application))
        {
            return application is InstrumentedConfig instrumented ? instrumented.Application : application;
        }

        // This call makes Akka create its serializers again. Akka merges the fallback first, so the fallback contains the existing
        // configuration in its existing order: if two serializers claim one identifier, the same one gets it as before.
        settings.InjectTopLevelFallback(AkkaInstrumentationConfig.Reference.WithFallback(application));
        return application;
    }
}
