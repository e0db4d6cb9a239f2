using System.Text;
using Akka.Configuration;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Primitives;

namespace AkkaInstrumentation;

/// <summary>
/// A section of the host's configuration (appsettings.json, environment variables) as settings. It is converted to HOCON key by key, so that one
/// reader checks both. There is no binder: it would stop at the first wrong value, ignore unknown keys and need reflection.
/// </summary>
internal sealed class ConfigurationSource(IConfiguration section) : SettingsSource(SettingsLayer.AppSettings)
{
    /// <summary>The default name of the section.</summary>
    public const string DefaultSection = "AkkaInstrumentation";

    private const string Rules = RuleKeys.Section;

    private static readonly string[] Words = [RuleKeys.Trace, RuleKeys.Relation, RuleKeys.Kind, "distributions", "unsampled-trace-ids", "remote"];

    /// <summary>Whether this is the section with that name, or a section inside it.</summary>
    public bool Reads(string name) =>
        section is IConfigurationSection { Path: var path }
        && (path.Equals(name, StringComparison.OrdinalIgnoreCase) || path.StartsWith($"{name}:", StringComparison.OrdinalIgnoreCase));

    public override IDisposable? Watch(string system, Action changed) => ChangeToken.OnChange(section.GetReloadToken, changed);

    protected override Config Values(string system)
    {
        var hocon = new StringBuilder();
        var problems = new List<string>();
        foreach (var child in section.GetChildren())
        {
            Append(hocon, child, path: "", problems);
        }

        if (problems.Count > 0)
        {
            throw new ConfigurationException($"{SettingsReader.Root} is not valid: {string.Join("; ", problems)}.");
        }

        return HoconText.Section(hocon.ToString());
    }

    private static void Append(StringBuilder hocon, IConfigurationSection item, string path, List<string> problems)
    {
        // the user chooses the names of rules
        var key = path == Rules ? RuleName(item.Key) : Kebab(item.Key);
        var children = item.GetChildren().ToList();
        var childPath = path.Length == 0 ? key : $"{path}.{key}";
        if (!HoconText.IsPlainKey(key))
        {
            problems.Add($"{SettingsReader.Root}.{childPath} in the host's configuration is no key, allowed are letters, digits, - and _");
            return;
        }

        if (children.Count == 0 && path != Rules && (item.Value is null || (childPath == Rules && item.Value.Length == 0)))
        {
            // Not set, or an empty list. A rule that is null is removed; its patterns cannot be removed.
            if (path.StartsWith($"{Rules}.", StringComparison.Ordinal) && RuleKeys.Criteria.Contains(key))
            {
                hocon.Append(key).AppendLine(" = null");
            }

            return;
        }

        hocon.Append(key).Append(" = ");
        if (children.Count == 0)
        {
            hocon.AppendLine(item.Value is null ? "null" : HoconText.Quoted(Value(key, item.Value)));
        }
        else if (childPath != Rules && children.TrueForAll(child => int.TryParse(child.Key, out _)))
        {
            hocon.Append('[').AppendJoin(", ", children.Select(child => HoconText.Quoted(child.Value ?? ""))).AppendLine("]");
        }
        else
        {
            hocon.AppendLine("{");
            children.ForEach(child => Append(hocon, child, childPath, problems));
            hocon.AppendLine("}");
        }
    }

    // JSON's true and false arrive with a capital letter. Enumerations may be written as in C#.
    private static string Value(string key, string value) =>
        value is "True" or "False" ? value.ToLowerInvariant() : Words.Contains(key) ? Kebab(value) : value;

    // a rule in a list has a number as its name
    private static string RuleName(string key) => int.TryParse(key, out _) ? $"appsettings-{key}" : key;

    private static string Kebab(string key)
    {
        var kebab = new StringBuilder();
        foreach (var c in key)
        {
            if (char.IsAsciiLetterUpper(c))
            {
                if (kebab.Length > 0 && kebab[^1] != '-')
                {
                    kebab.Append('-');
                }

                kebab.Append(char.ToLowerInvariant(c));
            }
            else
            {
                kebab.Append(c);
            }
        }

        return kebab.ToString();
    }
}
