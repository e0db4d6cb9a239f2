using System.Text;

namespace AkkaInstrumentation;

/// <summary>Writes options as HOCON; what is not set is not written.</summary>
internal static class OptionsHocon
{
    /// <param name="options">The options of one call.</param>
    /// <param name="call">How many calls there were before.</param>
    public static string Write(AkkaInstrumentationOptions options, int call = 0)
    {
        var hocon = new StringBuilder();
        Append(hocon, "tracing.enabled", options.Tracing.Enabled);
        Append(hocon, "metrics.enabled", options.Metrics.Enabled);
        Append(hocon, "system-actors", options.SystemActors);
        RulesHocon.Append(hocon, options.Rules, call);
        return hocon.ToString();
    }

    private static void Append(StringBuilder hocon, string key, bool? value)
    {
        if (value is not null)
        {
            hocon.Append(SettingsReader.Root).Append('.').Append(key).Append(" = ").AppendLine(value.Value ? "on" : "off");
        }
    }
}
