namespace AkkaInstrumentation.Tests;

/// <summary>The settings that follow from some HOCON over the defaults, without an actor system.</summary>
internal static class TestSettings
{
    /// <exception cref="ConfigurationException">As at the start of a system: what is wrong, all of it.</exception>
    public static InstrumentationSettings Read(string hocon = "", InstrumentationSetup? code = null) =>
        Read(hocon.Length == 0 ? Config.Empty : ConfigurationFactory.ParseString(hocon), code);

    /// <inheritdoc cref="Read(string, InstrumentationSetup?)"/>
    public static InstrumentationSettings Read(Config hocon, InstrumentationSetup? code = null)
    {
        var system = hocon.WithFallback(AkkaInstrumentationConfig.Reference);
        return SettingsReader.Read((code ?? new InstrumentationSetup(Config.Empty)).Read(system, system, ""));
    }

    /// <summary>The limits of retroactive spans, put in force as an actor system does it.</summary>
    public static RetroactiveLimits Retroactive(InstrumentationSettings settings)
    {
        var limits = new RetroactiveLimits();
        limits.Change(settings.TracingRetroactiveLimit);
        return limits;
    }
}
