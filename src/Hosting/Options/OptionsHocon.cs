using System.Text;

namespace AkkaInstrumentation;

/// <summary>Writes options as HOCON; what is not set is not written.</summary>
internal static class OptionsHocon
{
    public static string Write(AkkaInstrumentationOptions options)
    {
        var hocon = new StringBuilder();
        Append(hocon, "tracing.enabled", options.Tracing.Enabled);
        Append(hocon, "metrics.enabled", options.Metrics.Enabled);
        Append(hocon, "system-actors", options.SystemActors);
        Append(hocon, "dispatchers", options.Dispatchers);
        return hocon.ToString();
    }

    private static void Append(StringBuilder hocon, string key, bool? value)
    {
        if (value is not null)
        {
            hocon.Append(SettingsReader.Root).Append('.').Append(key).Append(" = ").AppendLine(value.Value ? "on" : "off");
        }
    }

    private static void Append(StringBuilder hocon, string key, IReadOnlyList<string>? values)
    {
        if (values is not null)
        {
            var quoted = values.Select(value => $"\"{value.Replace("\"", "\\\"", StringComparison.Ordinal)}\"");
            hocon.Append(SettingsReader.Root).Append('.').Append(key).Append(" = [").AppendJoin(", ", quoted).AppendLine("]");
        }
    }
}
