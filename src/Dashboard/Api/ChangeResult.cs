namespace AkkaInstrumentation;

/// <summary>The changes that were made, one line each.</summary>
internal sealed record ChangeResult(IReadOnlyList<string> Changes);

/// <summary>An answer that describes a problem.</summary>
internal sealed record ProblemView(string Problem);
