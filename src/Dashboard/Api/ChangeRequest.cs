using System.Text.Json.Serialization;

namespace AkkaInstrumentation;

/// <summary>A change of settings. What is null stays.</summary>
/// <param name="Ratio">Share of the new traces, 0 to 1.</param>
/// <param name="Budget">Spans a second; 0 for no limit.</param>
/// <param name="TraceFully">Path of an actor, or a pattern, to trace fully for five minutes.</param>
/// <param name="Undo">Id of an earlier change that is taken back. It stands alone.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record ChangeRequest(double? Ratio = null, double? Budget = null, string? TraceFully = null, int? Undo = null);

/// <summary>What was changed, one line each, or what was wrong.</summary>
internal sealed record ChangeResult(IReadOnlyList<string> Changes);

/// <summary>An answer without content.</summary>
internal sealed record ProblemView(string Problem);
