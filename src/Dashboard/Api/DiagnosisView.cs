namespace AkkaInstrumentation;

/// <summary>Why the actor system is in trouble.</summary>
/// <param name="Answer">The answer in one sentence.</param>
/// <param name="Causes">The most probable first; empty when none was found.</param>
/// <param name="Unchecked">What could not be looked at, and why.</param>
internal sealed record DiagnosisView(string Answer, IReadOnlyList<CauseView> Causes, IReadOnlyList<string> Unchecked)
{
    private const int MaxCauses = 20;

    public static DiagnosisView Of(AkkaDiagnosis diagnosis) => new(
        diagnosis.Summary,
        [.. diagnosis.Causes.Take(MaxCauses).Select(cause => new CauseView(
            cause.Kind, cause.What, RuleKeys.Word(cause.Certainty), cause.Actor, cause.Path, cause.Seconds, cause.Evidence, cause.Next))],
        diagnosis.Unchecked);
}

/// <summary>One cause; see <see cref="AkkaCause"/>.</summary>
internal sealed record CauseView(
    string Kind, string What, string Certainty, string Actor, string Path, double Seconds, IReadOnlyList<string> Evidence, string Next);
