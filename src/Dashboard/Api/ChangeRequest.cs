using System.Text.Json.Serialization;

namespace AkkaInstrumentation;

/// <summary>A change of settings. A value that is null does not change.</summary>
/// <param name="Ratio">Share of the new traces, 0 to 1.</param>
/// <param name="Budget">Spans a second; 0 for no limit.</param>
/// <param name="TraceFully">Path of an actor, or a pattern, to trace fully for five minutes.</param>
/// <param name="Undo">Id of an earlier change that is taken back. It stands alone.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record ChangeRequest(double? Ratio = null, double? Budget = null, string? TraceFully = null, int? Undo = null);

/// <summary>The changes that were made, one line each.</summary>
internal sealed record ChangeResult(IReadOnlyList<string> Changes);

/// <summary>An answer that describes a problem.</summary>
internal sealed record ProblemView(string Problem);
