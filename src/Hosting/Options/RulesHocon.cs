using System.Globalization;
using System.Text;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Writes rules as HOCON; what is not set is not written. Values are checked where HOCON is read, names here, because they become keys.</summary>
internal static class RulesHocon
{
    private const string Root = $"{SettingsReader.Root}.{RuleKeys.Section}";

    /// <param name="hocon">Gets the text.</param>
    /// <param name="rules">The rules of one call.</param>
    /// <param name="call">Which call of the builder it is, so that rules without a name stay apart.</param>
    /// <exception cref="ConfigurationException">Names that cannot be used; the message lists them all.</exception>
    public static void Append(StringBuilder hocon, IList<MessageRule> rules, int call)
    {
        var problems = new List<string>();
        var names = new HashSet<string>();
        for (var i = 0; i < rules.Count; i++)
        {
            var name = rules[i]?.Name ?? $"code-{call + 1}-{i + 1}";
            if (rules[i] is not { } rule)
            {
                problems.Add($"Rules[{i}] is null");
            }
            else if (name.Length == 0 || !name.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_'))
            {
                problems.Add($"Rules[{i}].Name = {name}, allowed are letters, digits, - and _");
            }
            else if (!names.Add(name))
            {
                problems.Add($"Rules[{i}].Name = {name} is the name of another rule too");
            }
            else
            {
                Append(hocon, name, rule);
            }
        }

        if (problems.Count > 0)
        {
            throw new ConfigurationException($"{nameof(AkkaInstrumentationOptions)} is not valid: {string.Join("; ", problems)}.");
        }
    }

    private static void Append(StringBuilder hocon, string name, MessageRule rule)
    {
        hocon.Append(Root).Append('.').Append(name).AppendLine(" {");
        Append(hocon, RuleKeys.Path, Patterns(rule.Path));
        Append(hocon, RuleKeys.Actor, Patterns(rule.Actor));
        Append(hocon, RuleKeys.Message, Patterns(rule.Message));
        Append(hocon, RuleKeys.MessageNamespace, Patterns(rule.MessageNamespace));
        Append(hocon, RuleKeys.MessageAssembly, Patterns(rule.MessageAssembly));
        Append(hocon, RuleKeys.MessageImplements, Patterns(rule.MessageImplements));
        Append(hocon, RuleKeys.MessageAttribute, Patterns(rule.MessageAttribute));
        Append(hocon, RuleKeys.Trace, rule.Trace is { } trace ? RuleKeys.Word(trace) : null);
        Append(hocon, RuleKeys.Ratio, rule.Ratio?.ToString("R", CultureInfo.InvariantCulture));
        Append(hocon, RuleKeys.SpanName, Quoted(rule.SpanName));
        Append(hocon, RuleKeys.Measure, Switch(rule.Measure));
        Append(hocon, RuleKeys.ActorName, Quoted(rule.ActorName));
        Append(hocon, RuleKeys.Relation, rule.Relation is { } relation ? RuleKeys.Word(relation) : null);
        Append(hocon, RuleKeys.Enabled, Switch(rule.Enabled));
        Append(hocon, RuleKeys.Order, rule.Order?.ToString(CultureInfo.InvariantCulture));
        hocon.AppendLine("}");
    }

    private static void Append(StringBuilder hocon, string key, string? value)
    {
        if (value is not null)
        {
            hocon.Append("  ").Append(key).Append(" = ").AppendLine(value);
        }
    }

    private static string? Switch(bool? value) => value is { } on ? on ? "on" : "off" : null;

    private static string? Patterns(IList<string>? patterns) =>
        patterns is { Count: > 0 } ? $"[{string.Join(", ", patterns.Select(pattern => Quoted(pattern ?? "")))}]" : null;

    private static string? Quoted(string? text)
    {
        if (text is null)
        {
            return null;
        }

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
}
