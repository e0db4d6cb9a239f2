using System.Globalization;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The settings for messages of one type at one actor, and their reasons: the result of
/// <see cref="AkkaInsight.Explain(string, Type)"/>. <see cref="ToString"/> returns the whole explanation.
/// Immutable.
/// </summary>
public sealed class AkkaExplanation
{
    // Marks the entries of Rules that the text shows: the library's own rules only if they match.
    private readonly bool[] _isShown;

    // Evaluates the rules as a mailbox does.
    internal AkkaExplanation(AkkaInstrumentationExtension instrumentation, string path, Type message)
    {
        var settings = instrumentation.Settings;
        ActorPath = LivingActors.WithoutAddress(path);
        MessageType = TypeNames.Get(message);
        var cell = LivingActors.CellAt(instrumentation.System, ActorPath);
        var actor = cell is null ? null : ActorTypeNames.ShownType(cell.Props);
        ActorType = actor is null ? null : TypeNames.Get(actor);
        var rules = settings.Rules.For(ActorPath, actor, cell is null ? null : PropsRuleEffect.Find(cell.Props));
        var verdict = rules.For(message);
        (SpanName, ActorName, Relation, Kind, LastMessages) = (verdict.SpanName, verdict.ActorName, verdict.Relation, rules.Kind, rules.LastMessages);

        var system = Off(settings.SystemActors || Kind != AkkaActorKind.System, "system-actors");
        var otherMailbox = cell is ActorCell { Mailbox.MessageQueue: not IObservedQueue } ? "the actor's mailbox is not an instrumented one" : null;
        var otherDispatcher = cell is ActorCell started && instrumentation.Insight.Uninstrumented.Knows(started.Dispatcher)
            ? "the actor's dispatcher is not an instrumented one" : null;
        var tracingOff = system ?? Off(settings.TracingEnabled, "tracing.enabled") ?? otherMailbox ?? otherDispatcher;
        var metricsOff = system ?? Off(settings.MetricsEnabled, "metrics.enabled") ?? otherMailbox;
        Summary = SpanAnswer.Of(instrumentation, verdict, tracingOff);
        (Trace, Ratio) = tracingOff is null ? (verdict.Trace, verdict.Ratio) : (AkkaTraceMode.Never, null);
        Measure = metricsOff is null && verdict.Measure;

        var configuration = instrumentation.Control.Configuration;
        var (ratio, budget) = (configuration["tracing.sampling.ratio"], configuration["tracing.sampling.budget"]);
        var (distributions, rate) = (configuration["metrics.distributions"], configuration["metrics.distributions-rate"]);
        var durations = settings.MetricsDistributions == AkkaMessageDistributions.All
            ? $"all: {distributions.Origin}"
            : $"adaptive: {distributions.Origin}, {rate.Value} messages a second: {rate.Origin}";
        Reasons =
        [
            $"trace = {RuleKeys.Word(Trace)}{(Ratio is { } share ? $", ratio = {share.ToString(CultureInfo.InvariantCulture)}" : "")}: "
                + (tracingOff ?? verdict.Sources.Trace.Text),
            $"measure = {RuleKeys.Word(Measure)}: {metricsOff ?? verdict.Sources.Measure.Text}",
            $"span-name = {Quoted(SpanName)}: {verdict.Sources.SpanName}",
            $"actor-name = {Quoted(ActorName)}: {verdict.Sources.ActorName}",
            $"relation = {RuleKeys.Word(Relation)}{OfScheduled(instrumentation.System, verdict)}: {verdict.Sources.Relation}",
            $"kind = {RuleKeys.Word(Kind)}: {rules.KindSource}",
            $"last-messages = {LastMessages.ToString(CultureInfo.InvariantCulture)}: {rules.LastMessagesSource}",
            $"new traces = ratio {ratio.Value}: {ratio.Origin}, budget {budget.Value}: {budget.Origin}",
            $"filter = {(settings.Filter is null ? "none" : "asked for each message that would get a span")}",
            $"durations = {(otherDispatcher is null ? durations : $"waiting time only: {otherDispatcher}")}",
        ];
        var evaluated = settings.Rules.Rules.Select(rule => (Rule: rule, Mismatch: rule.MismatchOf(ActorPath, actor, message))).ToList();
        Rules = [.. evaluated.Select(it => $"{it.Rule} {(it.Mismatch is null ? "matches" : $"does not match: {it.Mismatch}")}")];
        _isShown = [.. evaluated.Select(it => it.Mismatch is null || !it.Rule.IsShipped)];
    }

    /// <summary>
    /// One sentence that says whether such a message has a span: <c>yes</c>, <c>no</c> or under which condition. It names what decides that and, if
    /// no spans are collected, what to write.
    /// </summary>
    public string Summary { get; }

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
    public bool Measure { get; }

    /// <summary>Displayed name of the actor's type; null for its own name.</summary>
    public string? ActorName { get; }

    /// <summary>How the span relates to the sender's. <see cref="Reasons"/> say what it means for scheduled messages.</summary>
    public AkkaSpanRelation Relation { get; }

    /// <summary>The kind of the actor: who wrote it. An actor keeps the kind with which it started.</summary>
    public AkkaActorKind Kind { get; }

    /// <summary>How many of the actor's last messages are kept; 0 for none.</summary>
    public int LastMessages { get; }

    /// <summary>
    /// For each of the properties above: its value in HOCON words, and the rule, attribute or setting that decided it. Then the settings
    /// for all actors: the share of new traces, whether a code filter is called, and which messages' durations go to the histograms.
    /// </summary>
    public IReadOnlyList<string> Reasons { get; }

    /// <summary>The rules in their order of evaluation. For each rule: whether it matches, or why it does not.</summary>
    public IReadOnlyList<string> Rules { get; }

    /// <summary>
    /// The explanation in several lines: the answer, the reasons, your rules and those of the library's own rules that match.
    /// </summary>
    public override string ToString()
    {
        var tried = Rules.Select((line, index) => (Line: $"  {index + 1}. {line}", IsShown: _isShown[index])).ToList();
        var left = tried.Count(rule => !rule.IsShown);
        return string.Join(
            '\n',
            [
                $"{MessageType} at {ActorPath} ({ActorType ?? "no such actor now, its type is not known"})",
                $"has a span: {Summary}",
                .. Reasons.Select(reason => $"  {reason}"),
                "rules in order:",
                .. tried.Where(rule => rule.IsShown).Select(rule => rule.Line),
                .. left == 0 ? [] : new[] { $"  {left} of the library's own rules do not match" },
            ]);
    }

    private static string OfScheduled(ActorSystem system, Verdict verdict) =>
        verdict.Relation == AkkaSpanRelation.None ? ""
        : system.Scheduler is not ITracedScheduler ? ", none for scheduled messages (akka.scheduler.implementation)"
        : verdict.ScheduledRelation != verdict.Relation ? $", {RuleKeys.Word(verdict.ScheduledRelation)} for scheduled messages"
        : "";

    private static string? Off(bool on, string key) => on ? null : $"{InstrumentationSettings.Root}.{key} = off";

    private static string Quoted(string? name) => name is null ? "not set" : $"\"{name}\"";
}
