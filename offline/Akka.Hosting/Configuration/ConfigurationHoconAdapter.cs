using System.Globalization;
using System.Text;
using Akka.Configuration;
using Microsoft.Extensions.Configuration;

namespace Akka.Hosting.Configuration;

/// <summary>Reads .NET configuration as HOCON.</summary>
public static class ConfigurationHoconAdapter
{
    /// <summary>
    /// Keys become lower case unless asked not to; an underscore becomes a dash; a dot starts a deeper level. A section
    /// keeps its own key, not those above it.
    /// </summary>
    public static Config ToHocon(this IConfiguration config, bool normalizeKeys = true)
    {
        var text = new StringBuilder();
        if (config is IConfigurationSection section)
        {
            AppendEntry(text, section, normalizeKeys);
        }
        else
        {
            AppendEntries(text, config.GetChildren(), normalizeKeys);
        }

        return text.Length == 0 ? Config.Empty : ConfigurationFactory.ParseString(text.ToString());
    }

    private static void AppendEntries(StringBuilder text, IEnumerable<IConfigurationSection> sections, bool normalizeKeys)
    {
        foreach (var section in sections)
        {
            AppendEntry(text, section, normalizeKeys);
        }
    }

    private static void AppendEntry(StringBuilder text, IConfigurationSection section, bool normalizeKeys)
    {
        text.Append(Key(section.Key, normalizeKeys)).Append(" : ");
        AppendValue(text, section, normalizeKeys);
        text.AppendLine();
    }

    private static void AppendValue(StringBuilder text, IConfigurationSection section, bool normalizeKeys)
    {
        var children = section.GetChildren().ToList();
        if (section.Value is not null || children.Count == 0)
        {
            text.Append(Quoted(section.Value ?? ""));
        }
        else if (children.All(IsIndexed))
        {
            text.Append('[');
            foreach (var item in children.OrderBy(c => int.Parse(c.Key, CultureInfo.InvariantCulture)))
            {
                AppendValue(text, item, normalizeKeys);
                text.Append(", ");
            }

            text.Append(']');
        }
        else
        {
            text.AppendLine("{");
            AppendEntries(text, children, normalizeKeys);
            text.Append('}');
        }
    }

    private static bool IsIndexed(IConfigurationSection section) =>
        int.TryParse(section.Key, NumberStyles.None, CultureInfo.InvariantCulture, out _);

    private static string Key(string key, bool normalizeKeys)
    {
        var dashed = key.Replace('_', '-');
        var cased = normalizeKeys ? dashed.ToLowerInvariant() : dashed;
        return string.Join('.', cased.Split('.').Select(Quoted));
    }

    private static string Quoted(string text) => $"\"{text
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal)
        .Replace("\r", "\\r", StringComparison.Ordinal)}\"";
}
