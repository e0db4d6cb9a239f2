using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Reads <c>akka.instrumentation.rules</c>. HOCON merges the sections like any others. This class decides their order: by
/// <c>order</c>, then options before HOCON (those of a later call before those of an earlier one), then as written.
/// </summary>
internal static class RuleReader
{
    private const string Root = InstrumentationSettings.RulesRoot;

    private static readonly HashSet<string> NamesInReference = [.. Names(AkkaInstrumentationConfig.Reference)];

    /// <param name="layers">All sources of settings.</param>
    /// <param name="showsAll">The setting <c>system-actors</c>.</param>
    /// <param name="problems">Receives the problems.</param>
    public static RuleSet Read(SettingsLayers layers, bool showsAll, SettingsProblems problems)
    {
        var section = layers.Merged.GetValue(Root);
        if (!section.IsNothing() && !section.IsObject())
        {
            problems.Add(Root, $" is a value, allowed are sections with a name, {Root}.heartbeats {{ message = \"Heartbeat*\", trace = never }}");
        }

        var items = HoconTree.ItemsOf(section);
        var rules = InOrder(layers)
            .Select(named => items.TryGetValue(named.Name, out var value) && !value.IsNothing()
                ? new RuleSection($"{Root}.{named.Name}", value, problems).Read(named.Name, named.Origin)
                : null)
            .OfType<Rule>();

        // The sort is stable: rules of one order stay as written.
        return new RuleSet(rules.OrderBy(rule => rule.Order), showsAll);
    }

    // A rule that several layers contain has the position that the lowest of these layers gives it, because that layer defined it.
    private static List<(string Name, string Origin)> InOrder(SettingsLayers settings)
    {
        var lower = Names(settings.System).ToHashSet();
        var ordered = lower.Select(name => (name, NamesInReference.Contains(name) ? SettingsLayer.Reference : SettingsLayer.Hocon)).ToList();

        // from the lowest layer upwards, each one before those below it
        foreach (var layer in settings.Above.Reverse())
        {
            ordered.InsertRange(0, Names(layer.Values).Where(lower.Add).Select(name => (name, layer.Origin)));
        }

        return ordered;
    }

    private static Dictionary<string, HoconValue>.KeyCollection Names(Config config) => HoconTree.ItemsOf(config.GetValue(Root)).Keys;
}

/// <summary>Reads the section of one rule, or of an actor's Props, and reports all its problems.</summary>
internal sealed class RuleSection(string path, HoconValue section, SettingsProblems problems, Func<string, string>? decode = null)
{
    /// <summary>Null when the rule is wrong or not enabled.</summary>
    public Rule? Read(string name, string origin)
    {
        var before = problems.Count;
        if (!HasOnly(RuleKeys.All))
        {
            return null;
        }

        var place = SettingsTable<RulePlace>.Read(new(), path, section.GetChildObject, problems);
        var criteria = RuleKeys.Criteria.Select(Criterion).OfType<RuleCriterion>().ToList();
        var effect = Effect() with { Attributes = Attributes(criteria) };
        if (place.Enabled != false && !RuleKeys.Effects.Any(key => Find(key) is not null))
        {
            problems.Add(path, $" decides nothing: set one of {string.Join(", ", RuleKeys.Effects)}");
        }

        if (criteria.Select(key => key.Key).FirstOrDefault(RuleKeys.AboutMessages.Contains) is { } message)
        {
            ReportAboutActors(message);
        }

        return problems.Count == before && place.Enabled != false
            ? new Rule(name, origin, place.Order ?? 0, effect, criteria) { IsShipped = origin == SettingsLayer.Reference }
            : null;
    }

    /// <summary>Reads the settings of an actor's Props: the settings of a rule without its criteria.</summary>
    public RuleEffect ReadEffect() => HasOnly(RuleKeys.OfProps) ? Effect() : new RuleEffect();

    private void Report(string key, string problem) => problems.Add($"{path}.{key}", problem);

    private HoconValue? Find(string key) => section.GetChildObject(key) is { } value && !value.IsNothing() ? value : null;

    private bool HasOnly(IReadOnlyList<string> known)
    {
        if (!section.IsObject())
        {
            problems.Add(path, $" = {section.Written()}, allowed is a section with {string.Join(", ", known)}");
            return false;
        }

        problems.AddUnknown(path, section.GetObject().Items.Keys, known);
        return true;
    }

    private RuleEffect Effect()
    {
        var effect = SettingsTable<RuleEffect>.Read(new(), path, section.GetChildObject, problems, decode);
        if (effect is { Ratio: not null, Trace: not (null or AkkaTraceMode.Sampled) })
        {
            Report(RuleKeys.Ratio, $" has no meaning with {RuleKeys.Trace} = {RuleKeys.Word(effect.Trace.Value)}, only with sampled");
        }

        return effect;
    }

    // The user chooses these names. They may contain dots, with or without quotes.
    private List<KeyValuePair<string, string>> Attributes(List<RuleCriterion> criteria)
    {
        var value = Find(RuleKeys.Attributes);
        if (value?.IsObject() == false)
        {
            Report(RuleKeys.Attributes, $" = {value.Written()}, allowed is a section, {{ \"order.id\" = OrderId }}");
        }

        // If a pattern stands for several types, or for a type that is not loaded, the member may exist.
        var patterns = criteria.Where(key => key.Key == RuleKeys.Message).SelectMany(key => key.Patterns).ToList();
        var exact = patterns.Where(pattern => value is not null && !pattern.Contains('*', StringComparison.Ordinal));
        var types = exact.Select(LoadedTypes.TryFind).OfType<Type>().ToList();
        var known = types.Count == patterns.Count ? types.SelectMany(NamedTypes.MembersOf).Select(member => member.Name).ToList() : [];
        var attributes = new List<KeyValuePair<string, string>>();
        foreach (var (name, member) in value?.IsObject() == true ? HoconTree.Leaves(value) : [])
        {
            var text = member.IsString() ? member.GetString() : null;
            var problem = !MessageFields.IsName(name) ? $", {MessageFields.AllowedNames}"
                : string.IsNullOrWhiteSpace(text) ? $" = {member.Written()}, allowed is the name of a public property or field of the message"
                : known.Count > 0 && !known.Contains(text) ? $" = {text}, {string.Join(", ", patterns)} has no such public property or field, the "
                    + $"nearest is {Spelling.Nearest(text, known)}"
                : null;
            if (problem is null)
            {
                attributes.Add(new(name, text!));
            }
            else
            {
                Report(RuleKeys.Attributes, $".\"{name}\"{problem}");
            }
        }

        return attributes;
    }

    private RuleCriterion? Criterion(string key)
    {
        if (section.GetChildObject(key) is not { } value)
        {
            return null;
        }

        // A pattern that is null is an error: without it, the rule would match everything.
        string[] texts = value.IsNothing() ? []
            : value.IsString() ? [value.GetString()]
            : [.. value.GetArray().Select(item => item.IsString() ? item.GetString() : "")];
        if (texts.Length == 0 || texts.Any(string.IsNullOrWhiteSpace))
        {
            var everything = !value.IsNothing() ? "" : key == RuleKeys.Path ? "; everything is \"/**\"" : "; everything is \"*\"";
            Report(key, $" = {value.Written()}, allowed are a pattern and a list of patterns{everything}");
            return null;
        }

        foreach (var text in key == RuleKeys.Path ? texts : [])
        {
            if (PathPattern.ProblemOf(text) is { } problem)
            {
                Report(key, $" = {text}, {problem}");
            }
        }

        return new RuleCriterion(key, texts);
    }

    private void ReportAboutActors(string message)
    {
        foreach (var key in ((string[])[RuleKeys.ActorName, RuleKeys.LastMessages, RuleKeys.Kind]).Where(key => Find(key) is not null))
        {
            var what = key == RuleKeys.ActorName ? "names an actor for all its messages" : "is about an actor";
            Report(key, $" {what} and has no meaning with {message}, only with {RuleKeys.Path} and {RuleKeys.Actor}");
        }
    }
}

/// <summary>The keys of a rule that are about the rule itself.</summary>
internal sealed record RulePlace
{
    [Setting(RuleKeys.Enabled)] public bool? Enabled { get; init; }

    [Setting(RuleKeys.Order, int.MinValue, int.MaxValue, Allowed = "are whole numbers")] public int? Order { get; init; }
}
