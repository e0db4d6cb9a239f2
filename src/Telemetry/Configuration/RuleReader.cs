using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Reads <c>akka.instrumentation.rules</c>. HOCON merges the sections like any others. This class decides their order: by
/// <c>order</c>, then options before HOCON (those of a later call before those of an earlier one), then as written.
/// </summary>
internal static class RuleReader
{
    public const string Root = $"{SettingsReader.Root}.{RuleKeys.Section}";

    private const string SystemActors = $"{SettingsReader.Root}.system-actors";

    private static readonly HashSet<string> NamesInReference = [.. Names(AkkaInstrumentationConfig.Reference)];

    /// <param name="layers">All sources of settings.</param>
    /// <param name="problems">Receives the problems.</param>
    public static RuleSet Read(SettingsLayers layers, List<string> problems)
    {
        // a wrong value is reported with the setting itself
        var showsAll = HoconSwitch.Read(SystemActors, layers.Merged.GetValue(SystemActors), []) == true;
        var section = layers.Merged.GetValue(Root);
        if (section.IsNothing())
        {
            return RuleSet.Empty;
        }

        if (!section.IsObject())
        {
            problems.Add($"{Root} is a value, allowed are sections with a name, {Root}.heartbeats {{ message = \"Heartbeat*\", trace = never }}");
            return RuleSet.Empty;
        }

        var rules = new List<Rule>();
        var items = section.GetObject().Items;
        foreach (var named in InOrder(layers))
        {
            if (items.TryGetValue(named.Name, out var value) && !value.IsNothing()
                && new RuleSection($"{Root}.{named.Name}", value, problems).Read(named.Name, named.Origin) is { } rule)
            {
                rules.Add(rule);
            }
        }

        // The sort is stable: rules of one order stay as written.
        return new RuleSet(rules.OrderBy(rule => rule.Order), showsAll);
    }

    // A rule that several layers contain has the place of the lowest one, which defined it.
    private static List<NamedRule> InOrder(SettingsLayers settings)
    {
        var ordered = new List<NamedRule>();
        var lower = new HashSet<string>();
        foreach (var name in Names(settings.System))
        {
            lower.Add(name);
            ordered.Add(new(name, NamesInReference.Contains(name) ? SettingsLayer.Reference : SettingsLayer.Hocon));
        }

        // from the lowest layer upwards, each one before those below it
        foreach (var layer in settings.Above.Reverse())
        {
            ordered.InsertRange(0, Names(layer.Values).Where(lower.Add).Select(name => new NamedRule(name, layer.Origin)));
        }

        return ordered;
    }

    private static List<string> Names(Config config) =>
        config.GetValue(Root) is { } section && section.IsObject() ? [.. section.GetObject().Items.Keys] : [];

    private sealed record NamedRule(string Name, string Origin);
}
