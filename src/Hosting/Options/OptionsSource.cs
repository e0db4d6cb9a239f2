using Akka.Configuration;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Options of the host's service collection. Options with the actor system's name take precedence over options without a name. They are code, so they
/// take precedence over appsettings.json and HOCON.
/// </summary>
internal sealed class OptionsSource(IOptionsMonitor<AkkaInstrumentationOptions> options) : SettingsSource(SettingsLayer.Code)
{
    public override IDisposable? Watch(string system, Action changed) => options.OnChange((_, name) =>
    {
        if (string.IsNullOrEmpty(name) || name == system)
        {
            changed();
        }
    });

    public override AkkaMessageFilter? Filter(string system) => options.Get(system).Tracing.Filter ?? options.CurrentValue.Tracing.Filter;

    public override SpanCallbacks? Callbacks(string system) => options.Get(system).Tracing.Callbacks.Over(options.CurrentValue.Tracing.Callbacks);

    protected override Config Values(string system)
    {
        try
        {
            return OptionsHocon.Read(options.Get(system), "named").WithFallback(OptionsHocon.Read(options.CurrentValue, "services"));
        }
        catch (Exception e) when (e is not ConfigurationException)
        {
            // Code that configures or validates the options may throw anything. A binder that cannot convert a value throws too.
            throw new ConfigurationException($"{nameof(AkkaInstrumentationOptions)} is not valid: {e.Message}", e);
        }
    }
}
