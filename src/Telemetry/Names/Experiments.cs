namespace AkkaInstrumentation;

/// <summary>
/// The ids of the compiler's diagnostics for APIs that are not stable yet. docs/stability.md lists the APIs of each id. A project that uses them
/// anyway adds the id to <c>NoWarn</c>.
/// </summary>
internal static class Experiments
{
    public const string DiagnosisId = "AKKAI001";

    public const string FindingsId = "AKKAI002";

    public const string FlowId = "AKKAI003";

    public const string StateId = "AKKAI004";
}
