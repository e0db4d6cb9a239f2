using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>Writes rules as HOCON, for <c>Explain</c> and messages.</summary>
internal static class RuleText
{
    public static string Of(string key, IReadOnlyList<string> patterns) => patterns.Count == 1
        ? $"{key} = \"{patterns[0]}\""
        : $"{key} = [{string.Join(", ", patterns.Select(pattern => $"\"{pattern}\""))}]";

    public static IEnumerable<string> Of(RuleEffect says)
    {
        if (says.Trace is { } trace)
        {
            yield return $"{RuleKeys.Trace} = {RuleKeys.Word(trace)}";
        }

        if (says.Ratio is { } ratio)
        {
            yield return $"{RuleKeys.Ratio} = {ratio.ToString(CultureInfo.InvariantCulture)}";
        }

        if (says.SpanName is { } spanName)
        {
            yield return $"{RuleKeys.SpanName} = \"{spanName}\"";
        }

        if (says.Measure is { } measure)
        {
            yield return $"{RuleKeys.Measure} = {HoconSwitch.Write(measure)}";
        }

        if (says.ActorName is { } actorName)
        {
            yield return $"{RuleKeys.ActorName} = \"{actorName}\"";
        }

        if (says.Relation is { } relation)
        {
            yield return $"{RuleKeys.Relation} = {RuleKeys.Word(relation)}";
        }

        if (says.Kind is { } kind)
        {
            yield return $"{RuleKeys.Kind} = {RuleKeys.Word(kind)}";
        }

        if (says.Record is { } record)
        {
            yield return $"{RuleKeys.Record} = {record.ToString(CultureInfo.InvariantCulture)}";
        }
    }
}
