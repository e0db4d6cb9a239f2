using Akka.Configuration;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Options of the host's service collection: those named after the actor system, over those without a name. They are code, so
/// they win over appsettings.json and HOCON.
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

    public override MessageFilter? Filter(string system) => options.Get(system).Tracing.Filter ?? options.CurrentValue.Tracing.Filter;

    public override SpanCallbacks? Callbacks(string system) => options.Get(system).Tracing.Callbacks.Over(options.CurrentValue.Tracing.Callbacks);

    protected override Config Values(string system)
    {
        try
        {
            return OptionsHocon.Read(options.Get(system), "named").WithFallback(OptionsHocon.Read(options.CurrentValue, "services"));
        }
        catch (Exception e) when (e is not ConfigurationException)
        {
            // whoever configures or validates them may throw anything, a binder that cannot convert a value among them
            throw new ConfigurationException($"{nameof(AkkaInstrumentationOptions)} is not valid: {e.Message}", e);
        }
    }
}
