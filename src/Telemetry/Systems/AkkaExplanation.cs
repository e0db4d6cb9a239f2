using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>
/// The settings for messages of one type at one actor, and their reasons: the result of
/// <see cref="AkkaInstrumentationExtension.Explain(string, Type)"/>. <see cref="ToString"/> returns the whole explanation. Immutable.
/// </summary>
public sealed class AkkaExplanation
{
    internal AkkaExplanation(string actorPath, string? actorType, string messageType, ActorRules rules, Verdict verdict, string? tracingOff, string? metricsOff, IReadOnlyList<string> tried, IReadOnlyList<string> whole)
    {
        ActorPath = actorPath;
        ActorType = actorType;
        MessageType = messageType;
        Trace = tracingOff is null ? verdict.Trace : AkkaTraceMode.Never;
        Ratio = tracingOff is null ? verdict.Ratio : null;
        SpanName = verdict.SpanName;
        Measured = metricsOff is null && verdict.Measure;
        ActorName = verdict.ActorName;
        Relation = verdict.Relation;
        Kind = rules.Kind;
        Record = rules.Record;
        Reasons =
        [
            $"trace = {RuleKeys.Word(Trace)}{RatioText}: {tracingOff ?? verdict.Sources.Trace.Text}",
            $"measure = {HoconSwitch.Write(Measured)}: {metricsOff ?? verdict.Sources.Measure.Text}",
            $"span-name = {Quoted(SpanName)}: {verdict.Sources.SpanName.Text}",
            $"actor-name = {Quoted(ActorName)}: {verdict.Sources.ActorName.Text}",
            $"relation = {RuleKeys.Word(Relation)}: {verdict.Sources.Relation.Text}",
            $"kind = {RuleKeys.Word(Kind)}: {rules.KindSource.Text}",
            $"record = {Record.ToString(CultureInfo.InvariantCulture)}: {rules.RecordSource.Text}",
            .. whole,
        ];
        Tried = tried;
    }

    /// <summary>Path of the actor without the system's address.</summary>
    public string ActorPath { get; }

    /// <summary>Readable name of the actor's type; null when no actor is running at the path. Rules about actor types do not match then.</summary>
    public string? ActorType { get; }

    /// <summary>Readable name of the message's type.</summary>
    public string MessageType { get; }

    /// <summary>Which of the messages get a span. A code filter may still exclude single messages.</summary>
    public AkkaTraceMode Trace { get; }

    /// <summary>Share of the traces that the messages may begin; null when the system's ratio applies.</summary>
    public double? Ratio { get; }

    /// <summary>Name of the span, if a rule, an attribute or the Props set it; null for the default name.</summary>
    public string? SpanName { get; }

    /// <summary>Whether the metrics by type contain the messages.</summary>
    public bool Measured { get; }

    /// <summary>Displayed name of the actor's type; null for its own name.</summary>
    public string? ActorName { get; }

    /// <summary>How the span relates to the sender's.</summary>
    public AkkaSpanRelation Relation { get; }

    /// <summary>Who wrote the actor. An actor keeps the kind with which it started.</summary>
    public AkkaActorKind Kind { get; }

    /// <summary>How many of the actor's last messages are kept; 0 for none.</summary>
    public int Record { get; }

    /// <summary>
    /// For each of the properties above: its value in HOCON words, and the rule, attribute or setting that decided it. Then the settings
    /// for all actors: the share of new traces, whether a code filter is called, and which messages' durations go to the histograms.
    /// </summary>
    public IReadOnlyList<string> Reasons { get; }

    /// <summary>The rules in their order of evaluation. For each rule: whether it matches, or why it does not.</summary>
    public IReadOnlyList<string> Tried { get; }

    private string RatioText => Ratio is { } ratio ? $", ratio = {ratio.ToString(CultureInfo.InvariantCulture)}" : "";

    /// <summary>The whole explanation, in several lines.</summary>
    public override string ToString()
    {
        var tried = Tried.Select((line, index) => $"  {index + 1}. {line}");
        return string.Join(
            '\n',
            [
                $"{MessageType} at {ActorPath} ({ActorType ?? "no such actor now, its type is not known"})",
                .. Reasons.Select(reason => $"  {reason}"),
                "rules in order:",
                .. tried.DefaultIfEmpty("  none"),
            ]);
    }

    private static string Quoted(string? name) => name is null ? "not set" : $"\"{name}\"";
}
