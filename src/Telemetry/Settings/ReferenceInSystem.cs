using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Sees to it that ids such as <c>akka.instrumentation.mailbox.unbounded</c> are in the configuration of a system: Akka looks them up
/// nowhere else.
/// </summary>
internal static class ReferenceInSystem
{
    /// <summary>Called once for each system, before anything else is read.</summary>
    /// <returns>What the application says, without what this library adds as far as that can be told apart.</returns>
    public static Config Ensure(Settings settings)
    {
        var application = settings.Config;
        if (InstrumentationConfig.IsPartOf(application))
        {
            return application is InstrumentedConfig instrumented ? instrumented.Application : application;
        }

        // Akka makes its serializers anew for it. It merges the fallback first, so the fallback has what is there, in the order that it has:
        // of two serializers that claim one identifier the same has it as before.
        settings.InjectTopLevelFallback(InstrumentationConfig.Reference.WithFallback(application));
        return application;
    }
}
