using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Why the actor system is in trouble.</summary>
/// <param name="Summary">The answer in one sentence.</param>
/// <param name="Causes">The most probable first; empty when none was found.</param>
/// <param name="Unchecked">The parts that could not be checked, and why.</param>
internal sealed record DiagnosisView(string Summary, IReadOnlyList<CauseView> Causes, IReadOnlyList<string> Unchecked)
{
    private const int MaxCauses = 20;
    private const int MaxAlike = 5;
    private const int MaxOthers = 3;

    public static DiagnosisView From(Observation seen, HealthThresholds thresholds)
    {
        var now = Stopwatch.GetTimestamp();
        var verdict = thresholds.Read(seen.System, now);
        var diagnosis = AkkaDiagnosis.Read(seen.System, verdict.Found, now, OthersIn(seen, verdict.Health));
        return new(diagnosis.Summary, [.. Shown(diagnosis.Causes).Select(CauseView.From)], diagnosis.Unchecked);
    }

    /// <summary>A trouble that many actors have at once leaves room for the causes of other kinds.</summary>
    internal static IEnumerable<AkkaCause> Shown(IReadOnlyList<AkkaCause> causes)
    {
        var first = causes.GroupBy(cause => cause.Kind).SelectMany(same => same.Take(MaxAlike)).ToHashSet(ReferenceEqualityComparer.Instance);
        return causes.Where(first.Contains).Take(MaxCauses);
    }

    // The other nodes that are in trouble or silent. Nodes that cannot be reached are a separate cause.
    private static IReadOnlyList<NodeInTrouble> OthersIn(Observation seen, SystemHealth health) =>
        seen.System.Insight.Nodes is not { } nodes || nodes.Read() is not { } cluster ? [] :
        [
            .. OtherNodeView.InTrouble(nodes.Ask(NodeQuestions.Report), cluster, health)
                .Where(node => node.State != "unreachable")
                .Select(node => new NodeInTrouble(node.Address, node.Troubles.Count > 0
                    ? [.. node.Troubles.Select(trouble => ForeignText.Clean($"{trouble.Subject}: {trouble.Description}", ForeignText.MaxPath))]
                    : [$"it is {node.State}"]))
                .Take(MaxOthers),
        ];
}

/// <summary>One cause: <see cref="AkkaCause"/>.</summary>
internal sealed record CauseView(
    string Kind,
    string Description,
    AkkaCertainty Certainty,
    string ActorType,
    string Subject,
    double? DurationSeconds,
    IReadOnlyList<string> Evidence,
    string NextStep)
{
    public static CauseView From(AkkaCause cause) => new(
        cause.Kind,
        cause.Description,
        cause.Certainty,
        cause.ActorType,
        cause.Subject,
        cause.Duration?.TotalSeconds,
        cause.Evidence,
        cause.NextStep);
}
