namespace AkkaInstrumentation;

/// <summary>
/// The ids of the compiler's diagnostics for what is not stable yet: docs/stability.md says what each covers. A project that uses it anyway says so
/// with <c>NoWarn</c>.
/// </summary>
internal static class Experiments
{
    public const string DiagnosisId = "AKKAI001";

    public const string FindingsId = "AKKAI002";

    public const string FlowId = "AKKAI003";

    public const string StateId = "AKKAI004";
}
