using System.Globalization;
using System.Text;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Writes rules as HOCON. Values that are not set are not written. The HOCON reader checks values. Names are checked here, because they become keys.
/// </summary>
internal static class RulesHocon
{
    /// <param name="hocon">The text is added to this.</param>
    /// <param name="rules">The rules of one call.</param>
    /// <param name="call">The number of the call. It distinguishes the unnamed rules of different calls.</param>
    /// <exception cref="ConfigurationException">Names are invalid. The message lists all of them.</exception>
    public static void Append(StringBuilder hocon, IList<AkkaMessageRule> rules, string call)
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

    private static void Append(StringBuilder hocon, string name, AkkaMessageRule rule)
    {
        var written = new RuleEffectHocon();
        written.Append(RuleKeys.Path, Patterns(rule.Path));
        written.Append(RuleKeys.Actor, Patterns(rule.Actor));
        written.Append(RuleKeys.Message, Patterns(rule.Message));
        written.Append(RuleKeys.MessageNamespace, Patterns(rule.MessageNamespace));
        written.Append(RuleKeys.MessageAssembly, Patterns(rule.MessageAssembly));
        written.Append(RuleKeys.MessageImplements, Patterns(rule.MessageImplements));
        written.Append(RuleKeys.MessageAttribute, Patterns(rule.MessageAttribute));
        written.Append(rule.Trace, rule.Ratio, rule.SpanName, rule.Measure, rule.ActorName, rule.Relation, rule.Record, rule.Kind);
        written.Append(RuleKeys.Enabled, RuleEffectHocon.Switch(rule.Enabled));
        written.Append(RuleKeys.Order, rule.Order?.ToString(CultureInfo.InvariantCulture));
        hocon.Append(RuleReader.Root).Append('.').Append(name).AppendLine(" {").Append(written).AppendLine("}");
    }

    private static string? Patterns(IList<string>? patterns) =>
        patterns is { Count: > 0 } ? $"[{string.Join(", ", patterns.Select(pattern => HoconText.Quoted(pattern ?? "")))}]" : null;
}
