using System.Globalization;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>Reads the section of one rule and reports all its problems.</summary>
internal sealed class RuleSection(string path, HoconValue section, List<string> problems, Func<string, string>? decode = null)
{
    /// <summary>Null when the rule is wrong or not enabled.</summary>
    public Rule? Read(string name, string origin)
    {
        var before = problems.Count;
        if (!section.IsObject())
        {
            problems.Add($"{path} = {section.Written()}, allowed is a section with {string.Join(", ", RuleKeys.All)}");
            return null;
        }

        ReportUnknownKeys(RuleKeys.All);
        var enabled = Switch(RuleKeys.Enabled) ?? true;
        var order = Number<int>(RuleKeys.Order, "whole numbers", _ => true) ?? 0;
        var criteria = Criteria();
        var effect = Effect();
        ReportContradictions(effect, criteria, enabled);
        return problems.Count == before && enabled
            ? new Rule(name, origin, order, effect, criteria) { IsShipped = origin == SettingsLayer.Reference }
            : null;
    }

    /// <summary>Reads the settings of an actor's Props: the settings of a rule without its criteria.</summary>
    public RuleEffect ReadEffect()
    {
        if (!section.IsObject())
        {
            problems.Add($"{path} = {section.Written()}, allowed is a section with {string.Join(", ", RuleKeys.Effects)}");
            return new RuleEffect();
        }

        ReportUnknownKeys(RuleKeys.Effects);
        var effect = Effect();
        ReportContradictions(effect, [], enabled: false);
        return effect;
    }

    private RuleEffect Effect() => new()
    {
        Trace = (AkkaTraceMode?)Word(RuleKeys.Trace, RuleKeys.TraceModes),
        Ratio = Number<double>(RuleKeys.Ratio, "numbers from 0 to 1", ratio => ratio is >= 0 and <= 1),
        SpanName = Text(RuleKeys.SpanName, "text with the placeholders {actor} and {message}", SpanNameTemplate.IsValid),
        Measure = Switch(RuleKeys.Measure),
        ActorName = Text(RuleKeys.ActorName, "text", actor => actor.Trim().Length > 0),
        Relation = (AkkaSpanRelation?)Word(RuleKeys.Relation, RuleKeys.Relations),
        Kind = (AkkaActorKind?)Word(RuleKeys.Kind, RuleKeys.Kinds),
        Record = Number<int>(RuleKeys.Record, $"whole numbers from 0 to {AkkaRecordedMessage.MaxPerActor}", record => record is >= 0 and <= AkkaRecordedMessage.MaxPerActor),
    };

    private List<RuleCriterion> Criteria()
    {
        var criteria = new List<RuleCriterion>();
        foreach (var key in RuleKeys.Criteria)
        {
            if (Patterns(key) is { } patterns)
            {
                criteria.Add(new(key, patterns));
            }
        }

        return criteria;
    }

    private List<string>? Patterns(string key)
    {
        if (section.GetChildObject(key) is not { } value)
        {
            return null;
        }

        if (value.IsNothing())
        {
            // Without the pattern, the rule would match everything.
            problems.Add($"{path}.{key} = null, allowed are a pattern and a list of patterns; everything is {(key == RuleKeys.Path ? "\"/**\"" : "\"*\"")}");
            return null;
        }

        var texts = value.IsString() ? [value.GetString()] : value.GetArray().Select(element => element.IsString() ? element.GetString() : "").ToList();
        if (texts.Count == 0 || texts.Any(string.IsNullOrWhiteSpace))
        {
            problems.Add($"{path}.{key} = {value.Written()}, allowed are a pattern and a list of patterns");
            return null;
        }

        if (key == RuleKeys.Path)
        {
            foreach (var text in texts)
            {
                if (PathPattern.ProblemOf(text) is { } problem)
                {
                    problems.Add($"{path}.{key} = {text}, {problem}");
                }
            }
        }

        return texts;
    }

    private void ReportUnknownKeys(IReadOnlyList<string> known) =>
        problems.AddRange(section.GetObject().Items.Keys
            .Where(key => !known.Contains(key))
            .Select(key => $"{path}.{key} is unknown, the nearest known key is {path}.{UnknownKeys.Nearest(key, known)}"));

    private void ReportContradictions(RuleEffect effect, List<RuleCriterion> criteria, bool enabled)
    {
        if (enabled && !RuleKeys.Effects.Any(key => Value(key) is not null))
        {
            problems.Add($"{path} says nothing, needed is one of {string.Join(", ", RuleKeys.Effects)}");
        }

        if (effect is { Ratio: not null, Trace: not (null or AkkaTraceMode.Sampled) })
        {
            problems.Add($"{path}.{RuleKeys.Ratio} has no meaning with {RuleKeys.Trace} = {RuleKeys.Word(effect.Trace.Value)}, only with sampled");
        }

        if (criteria.Select(key => key.Key).FirstOrDefault(RuleKeys.AboutMessages.Contains) is not { } message)
        {
            return;
        }

        if (effect.ActorName is not null)
        {
            problems.Add($"{path}.{RuleKeys.ActorName} names an actor for all its messages and has no meaning with {message}, "
                + $"only with {RuleKeys.Path} and {RuleKeys.Actor}");
        }

        if (effect.Record is not null)
        {
            problems.Add($"{path}.{RuleKeys.Record} is about an actor and has no meaning with {message}, only with {RuleKeys.Path} and {RuleKeys.Actor}");
        }

        if (effect.Kind is not null)
        {
            problems.Add($"{path}.{RuleKeys.Kind} is about an actor and has no meaning with {message}, only with {RuleKeys.Path} and {RuleKeys.Actor}");
        }
    }

    private bool? Switch(string key) => Value(key) is { } value ? HoconSwitch.Read($"{path}.{key}", value, problems) : null;

    private int? Word(string key, string[] words)
    {
        if (Value(key) is not { } value)
        {
            return null;
        }

        return value.IsString() && Array.IndexOf(words, value.GetString()) is >= 0 and var found
            ? found
            : Problem<int>(key, value, string.Join(", ", words));
    }

    private T? Number<T>(string key, string allowed, Predicate<T> isAllowed)
        where T : struct, ISpanParsable<T>
    {
        if (Value(key) is not { } value)
        {
            return null;
        }

        return value.IsString() && T.TryParse(value.GetString(), CultureInfo.InvariantCulture, out var number) && isAllowed(number)
            ? number
            : Problem<T>(key, value, allowed);
    }

    private string? Text(string key, string allowed, Predicate<string> isAllowed)
    {
        if (Value(key) is not { } value)
        {
            return null;
        }

        var text = value.IsString() && value.GetString() is { } written ? decode?.Invoke(written) ?? written : null;
        if (text is not null && isAllowed(text))
        {
            return text;
        }

        problems.Add($"{path}.{key} = {(string.IsNullOrEmpty(text) ? value.Written() : text)}, allowed are {allowed}");
        return null;
    }

    private T? Problem<T>(string key, HoconValue value, string allowed)
        where T : struct
    {
        problems.Add($"{path}.{key} = {value.Written()}, allowed are {allowed}");
        return null;
    }

    private HoconValue? Value(string key) => section.GetChildObject(key) is { } value && !value.IsNothing() ? value : null;
}
