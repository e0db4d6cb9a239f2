using Akka.Configuration;
using Akka.Configuration.Hocon;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Primitives;

namespace AkkaInstrumentation;

/// <summary>
/// A section of the host's configuration (appsettings.json, environment variables) as settings. It becomes a section of HOCON, so that one
/// reader checks both. There is no binder: it would stop at the first wrong value, ignore unknown keys and need reflection.
/// </summary>
internal sealed class ConfigurationSource(IConfiguration section) : SettingsSource(SettingsLayer.AppSettings)
{
    /// <summary>The default name of the section.</summary>
    public const string DefaultSection = "AkkaInstrumentation";

    private const string Rules = RuleKeys.Section;

    // The host's configuration ignores case, and variables of the environment are often in capitals.
    private static readonly Dictionary<string, string> Keys = new(
        from row in SettingsTable<RuleEffect>.Rows.Concat(SettingsTable<InstrumentationSettings>.Rows)
        from key in row.Key.Split('.').Concat(RuleKeys.All).Append(Rules)
        group key by key.Replace("-", "", StringComparison.Ordinal) into same
        select KeyValuePair.Create(same.Key, same.First()),
        StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether this is the section with that name, or a section inside it.</summary>
    public bool Reads(string name) =>
        section is IConfigurationSection { Path: var path }
        && (path.Equals(name, StringComparison.OrdinalIgnoreCase) || path.StartsWith($"{name}:", StringComparison.OrdinalIgnoreCase));

    public override IDisposable? Watch(string system, Action changed) => ChangeToken.OnChange(section.GetReloadToken, changed);

    protected override Config Values(string system)
    {
        var problems = new SettingsProblems();
        var values = SectionOf(section.GetChildren(), path: "", problems);
        problems.ThrowIfAny($"{InstrumentationSettings.Root} is");
        return HoconTree.Config(InstrumentationSettings.Root, values);
    }

    private static HoconObject SectionOf(IEnumerable<IConfigurationSection> items, string path, SettingsProblems problems)
    {
        var read = new HoconObject();
        foreach (var item in items)
        {
            // The keys of rules are names that the user chooses. A rule in a list has a number as its name.
            var key = path != Rules ? KeyOf(item.Key) : int.TryParse(item.Key, out _) ? $"appsettings-{item.Key}" : item.Key;
            var itemPath = path.Length == 0 ? key : $"{path}.{key}";
            if (!HoconTree.IsPlainKey(key))
            {
                problems.Add(
                    $"{InstrumentationSettings.Root}.{itemPath}", " in the host's configuration is no key, allowed are letters, digits, - and _");
            }
            else if (ValueOf(item, key, itemPath, problems) is { } value)
            {
                read.Items[key] = value;
            }
        }

        return read;
    }

    private static string KeyOf(string name) =>
        Keys.TryGetValue(name.Replace("-", "", StringComparison.Ordinal), out var key) ? key
        : name.Any(char.IsAsciiLetterLower) ? KebabCase.From(name)
        : name.ToLowerInvariant();

    private static HoconValue? ValueOf(IConfigurationSection item, string key, string path, SettingsProblems problems)
    {
        var children = item.GetChildren().ToList();
        if (children.Count > 0)
        {
            return path.Split('.') is [Rules, _, RuleKeys.Attributes]
                ? HoconTree.Create(children.Select(attribute => (attribute.Key, attribute.Value)))
                : path != Rules && children.TrueForAll(child => int.TryParse(child.Key, out _))
                ? HoconTree.Create(children.Select(child => child.Value ?? ""))
                : HoconTree.Create(SectionOf(children, path, problems));
        }

        return item.Value switch
        {
            null => MeansNull(key, path) ? HoconTree.Create("null") : null,
            "" when path == Rules => null,
            var text => HoconTree.Create(text),
        };
    }

    // A key that is null is not set, except for a rule: a rule that is null is removed. Its patterns cannot be removed, and the reader reports an
    // attempt as a problem.
    private static bool MeansNull(string key, string path) =>
        path.Split('.') is [Rules, _] || (path.StartsWith($"{Rules}.", StringComparison.Ordinal) && RuleKeys.Criteria.Contains(key));
}
