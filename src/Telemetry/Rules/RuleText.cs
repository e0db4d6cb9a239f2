using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>Writes rules as HOCON, for <c>Explain</c> and messages.</summary>
internal static class RuleText
{
    public static string Of(string key, IReadOnlyList<string> patterns) => patterns.Count == 1
        ? $"{key} = \"{patterns[0]}\""
        : $"{key} = [{string.Join(", ", patterns.Select(pattern => $"\"{pattern}\""))}]";

    public static IEnumerable<string> Of(RuleEffect effect)
    {
        if (effect.Trace is { } trace)
        {
            yield return $"{RuleKeys.Trace} = {RuleKeys.Word(trace)}";
        }

        if (effect.Ratio is { } ratio)
        {
            yield return $"{RuleKeys.Ratio} = {ratio.ToString(CultureInfo.InvariantCulture)}";
        }

        if (effect.SpanName is { } spanName)
        {
            yield return $"{RuleKeys.SpanName} = \"{spanName}\"";
        }

        if (effect.Measure is { } measure)
        {
            yield return $"{RuleKeys.Measure} = {HoconSwitch.Write(measure)}";
        }

        if (effect.ActorName is { } actorName)
        {
            yield return $"{RuleKeys.ActorName} = \"{actorName}\"";
        }

        if (effect.Relation is { } relation)
        {
            yield return $"{RuleKeys.Relation} = {RuleKeys.Word(relation)}";
        }

        if (effect.Kind is { } kind)
        {
            yield return $"{RuleKeys.Kind} = {RuleKeys.Word(kind)}";
        }

        if (effect.Record is { } record)
        {
            yield return $"{RuleKeys.Record} = {record.ToString(CultureInfo.InvariantCulture)}";
        }
    }
}
