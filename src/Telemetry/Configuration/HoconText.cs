using System.Globalization;
using System.Text;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>Writes HOCON so that reading it gives the same values.</summary>
internal static class HoconText
{
    /// <summary>Turns keys below <c>akka.instrumentation</c> into a configuration.</summary>
    public static Config Section(string inner) => ConfigurationFactory.ParseString($"{SettingsReader.Root} {{\n{inner}\n}}");

    /// <summary>A configuration without fallbacks. Repeated fallbacks would otherwise stay in memory.</summary>
    public static Config Flat(Config config) =>
        config.GetValue(SettingsReader.Root) is { } section && section.IsObject() ? Section(Inner(section)) : Config.Empty;

    /// <summary>The items of a section, one per line.</summary>
    /// <exception cref="ConfigurationException">The section contains itself.</exception>
    public static string Inner(HoconValue section, int depth = 0) => depth > HoconValues.MaxDepth
        ? throw new ConfigurationException($"{SettingsReader.Root} is not valid: a section refers to itself.")
        : string.Join('\n', section.GetObject().Items.Select(item => $"{Key(item.Key)} = {Value(item.Value, depth + 1)}"));

    /// <summary>Text in quotes. Every character that a reader could misunderstand is escaped.</summary>
    public static string Quoted(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (var c in text)
        {
            if (c is '"' or '\\' || char.IsControl(c))
            {
                quoted.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
            }
            else
            {
                quoted.Append(c);
            }
        }

        return quoted.Append('"').ToString();
    }

    /// <summary>A value for display, with quotes only where they are needed.</summary>
    public static string Readable(HoconValue value) =>
        value.IsString() && value.GetString() is { Length: > 0 } text ? text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.') ? text : Quoted(text)
        : value.IsString() || value.IsObject() ? Value(value, depth: 0)
        : $"[{string.Join(", ", value.GetArray().Select(item => item.IsString() ? Quoted(item.GetString() ?? "") : Readable(item)))}]";

    /// <summary>A key as one segment of a path.</summary>
    public static string Key(string key) => IsPlainKey(key) ? key : Quoted(key);

    /// <summary>Whether a key needs no quotes, in HOCON or elsewhere.</summary>
    public static bool IsPlainKey(string key) => key.Length > 0 && key.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_');

    private static string Value(HoconValue value, int depth)
    {
        if (value.IsNothing())
        {
            return "null";
        }

        return value.IsObject() ? $"{{\n{Inner(value, depth)}\n}}"
            : value.IsString() ? Quoted(value.GetString())
            : $"[{string.Join(", ", value.GetArray().Select(item => depth > HoconValues.MaxDepth ? "" : Value(item, depth + 1)))}]";
    }
}
