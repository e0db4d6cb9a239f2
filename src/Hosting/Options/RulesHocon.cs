using System.Globalization;
using System.Text;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Writes rules as HOCON; what is not set is not written. Values are checked where HOCON is read, names here, because they become keys.</summary>
internal static class RulesHocon
{
    /// <param name="hocon">Gets the text.</param>
    /// <param name="rules">The rules of one call.</param>
    /// <param name="call">Which call it is, so that rules without a name stay apart.</param>
    /// <exception cref="ConfigurationException">Names that cannot be used; the message lists them all.</exception>
    public static void Append(StringBuilder hocon, IList<MessageRule> rules, string call)
    {
        var problems = new List<string>();
        var names = new HashSet<string>();
        for (var i = 0; i < rules.Count; i++)
        {
            var name = rules[i]?.Name ?? $"code-{call}-{i + 1}";
            if (rules[i] is not { } rule)
            {
                problems.Add($"Rules[{i}] is null");
            }
            else if (!HoconText.IsPlainKey(name))
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
        var written = new TreatmentHocon();
        written.Append(RuleKeys.Path, Patterns(rule.Path));
        written.Append(RuleKeys.Actor, Patterns(rule.Actor));
        written.Append(RuleKeys.Message, Patterns(rule.Message));
        written.Append(RuleKeys.MessageNamespace, Patterns(rule.MessageNamespace));
        written.Append(RuleKeys.MessageAssembly, Patterns(rule.MessageAssembly));
        written.Append(RuleKeys.MessageImplements, Patterns(rule.MessageImplements));
        written.Append(RuleKeys.MessageAttribute, Patterns(rule.MessageAttribute));
        written.Append(rule.Trace, rule.Ratio, rule.SpanName, rule.Measure, rule.ActorName, rule.Relation);
        written.Append(RuleKeys.Enabled, TreatmentHocon.Switch(rule.Enabled));
        written.Append(RuleKeys.Order, rule.Order?.ToString(CultureInfo.InvariantCulture));
        hocon.Append(RuleReader.Root).Append('.').Append(name).AppendLine(" {").Append(written).AppendLine("}");
    }

    private static string? Patterns(IList<string>? patterns) =>
        patterns is { Count: > 0 } ? $"[{string.Join(", ", patterns.Select(pattern => HoconText.Quoted(pattern ?? "")))}]" : null;
}
