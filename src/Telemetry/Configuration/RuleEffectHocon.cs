using System.Globalization;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>Writes the settings of a rule or of Props made in code. Null settings are not written. Values are checked when they are read.</summary>
internal sealed class RuleEffectHocon
{
    private readonly StringBuilder _hocon = new();

    public void Append(AkkaTraceMode? trace, double? ratio, string? spanName, bool? measure, string? actorName, AkkaSpanRelation? relation, int? record, AkkaActorKind? kind = null)
    {
        Append(RuleKeys.Trace, trace is { } mode ? RuleKeys.Word(mode) : null);
        Append(RuleKeys.Ratio, ratio?.ToString("R", CultureInfo.InvariantCulture));
        Append(RuleKeys.SpanName, spanName is null ? null : HoconText.Quoted(spanName));
        Append(RuleKeys.Measure, Switch(measure));
        Append(RuleKeys.ActorName, actorName is null ? null : HoconText.Quoted(actorName));
        Append(RuleKeys.Relation, relation is { } word ? RuleKeys.Word(word) : null);
        Append(RuleKeys.Record, record?.ToString(CultureInfo.InvariantCulture));
        Append(RuleKeys.Kind, kind is { } who ? RuleKeys.Word(who) : null);
    }

    public void Append(string key, string? value)
    {
        if (value is not null)
        {
            _hocon.Append("  ").Append(key).Append(" = ").AppendLine(value);
        }
    }

    public static string? Switch(bool? value) => value is { } on ? HoconSwitch.Write(on) : null;

    public override string ToString() => _hocon.ToString();
}
