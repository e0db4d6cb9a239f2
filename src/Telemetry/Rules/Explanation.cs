using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>
/// How messages of one type are treated at one actor, and why: the answer of <see cref="InstrumentationExtension.Explain(string, Type)"/>.
/// <see cref="ToString"/> tells it all. Immutable.
/// </summary>
public sealed class Explanation
{
    internal Explanation(string actorPath, string? actorType, string messageType, Verdict verdict, string? tracingOff, string? metricsOff, IReadOnlyList<string> tried, IReadOnlyList<string> whole)
    {
        ActorPath = actorPath;
        ActorType = actorType;
        MessageType = messageType;
        Trace = tracingOff is null ? verdict.Trace : TraceMode.Never;
        Ratio = tracingOff is null ? verdict.Ratio : null;
        SpanName = verdict.SpanName;
        Measured = metricsOff is null && verdict.Measure;
        ActorName = verdict.ActorName;
        Relation = verdict.Relation;
        Reasons =
        [
            $"trace = {RuleKeys.Word(Trace)}{RatioText}: {tracingOff ?? verdict.Sources.Trace.Text}",
            $"measure = {HoconSwitch.Write(Measured)}: {metricsOff ?? verdict.Sources.Measure.Text}",
            $"span-name = {Quoted(SpanName)}: {verdict.Sources.SpanName.Text}",
            $"actor-name = {Quoted(ActorName)}: {verdict.Sources.ActorName.Text}",
            $"relation = {RuleKeys.Word(Relation)}: {verdict.Sources.Relation.Text}",
            .. whole,
        ];
        Tried = tried;
    }

    /// <summary>Path of the actor without the system's address.</summary>
    public string ActorPath { get; }

    /// <summary>Readable name of the actor's type; null when no actor lives at the path, so rules about actor types were not met.</summary>
    public string? ActorType { get; }

    /// <summary>Readable name of the message's type.</summary>
    public string MessageType { get; }

    /// <summary>Which of the messages get a span. A code filter may still say no to single messages.</summary>
    public TraceMode Trace { get; }

    /// <summary>Share of the traces that the messages may begin; null where the whole system's ratio decides.</summary>
    public double? Ratio { get; }

    /// <summary>Name of the span as a rule, an attribute or the Props set it; null for the usual one.</summary>
    public string? SpanName { get; }

    /// <summary>Whether the messages are in the metrics by type.</summary>
    public bool Measured { get; }

    /// <summary>Name that the actor's type is shown by; null for its own.</summary>
    public string? ActorName { get; }

    /// <summary>How the span relates to the sender's.</summary>
    public SpanRelation Relation { get; }

    /// <summary>
    /// For each of the above its value in the words of HOCON, and which rule, attribute or setting decided it; then what holds
    /// for all actors: which share of new traces, whether a code filter is asked, which messages' durations go to the histograms.
    /// </summary>
    public IReadOnlyList<string> Reasons { get; }

    /// <summary>The rules in the order in which they are asked, and of each whether it matches or why it does not.</summary>
    public IReadOnlyList<string> Tried { get; }

    private string RatioText => Ratio is { } ratio ? $", ratio = {ratio.ToString(CultureInfo.InvariantCulture)}" : "";

    /// <summary>The whole explanation in lines.</summary>
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
