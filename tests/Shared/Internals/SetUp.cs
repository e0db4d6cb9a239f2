using Akka.Actor.Setup;

namespace AkkaInstrumentation.Tests;

/// <summary>Actor systems with what only code can set: filters, callbacks, sources of settings.</summary>
internal static class SetUp
{
    /// <param name="setup">What code sets.</param>
    /// <param name="hocon">Goes below the instrumentation's own HOCON and above that of all tests.</param>
    /// <param name="over">The instrumentation's own HOCON, the defaults if null.</param>
    public static TestSystem System(InstrumentationSetup setup, string hocon = "", Config? over = null) => new(ActorSystem.Create(
        $"set-up-{Guid.NewGuid():N}"[..20],
        ActorSystemSetup.Create(
            BootstrapSetup.Create().WithConfig(
                (over ?? AkkaInstrumentationConfig.Defaults).WithFallback(Systems.Parse(hocon)).WithFallback(Systems.Quiet)),
            setup)));
}
