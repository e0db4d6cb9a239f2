using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Reads <c>akka.instrumentation.rules</c>. HOCON merges the sections like any others; their order is decided here: by
/// <c>order</c>, then options before HOCON (those of a later call before an earlier one's), then as written.
/// </summary>
internal static class RuleReader
{
    public const string Root = $"{SettingsReader.Root}.{RuleKeys.Section}";

    private static readonly HashSet<string> NamesInReference = [.. Names(InstrumentationConfig.Reference)];

    /// <param name="system">The system's HOCON.</param>
    /// <param name="options">What was set in code, the last call first.</param>
    /// <param name="merged">All of it in one.</param>
    /// <param name="problems">Gets what is wrong.</param>
    public static RuleSet Read(Config system, IReadOnlyList<Config> options, Config merged, List<string> problems)
    {
        var section = merged.GetValue(Root);
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
        foreach (var (name, origin) in InOrder(system, options))
        {
            if (items.TryGetValue(name, out var value) && !value.IsNothing()
                && new RuleSection(name, value, problems).Read(origin) is { } rule)
            {
                rules.Add(rule);
            }
        }

        // stable: what has one order stays as written
        return new RuleSet(rules.OrderBy(rule => rule.Order));
    }

    // A rule that several layers speak of has the place of the lowest of them, which defined it.
    private static IEnumerable<(string Name, string Origin)> InOrder(Config system, IReadOnlyList<Config> options)
    {
        var layers = options.Append(system).Select(Names).ToList();
        for (var layer = 0; layer < layers.Count; layer++)
        {
            var lower = layers.Skip(layer + 1).SelectMany(names => names).ToHashSet();
            foreach (var name in layers[layer].Where(name => !lower.Contains(name)))
            {
                yield return (name, layer < options.Count ? "code" : NamesInReference.Contains(name) ? "reference.conf" : "HOCON");
            }
        }
    }

    private static List<string> Names(Config config) =>
        config.GetValue(Root) is { } section && section.IsObject() ? [.. section.GetObject().Items.Keys] : [];
}
