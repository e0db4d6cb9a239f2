using System.Text.Json.Serialization;

namespace AkkaInstrumentation;

/// <summary>A change of settings. A value that is null does not change.</summary>
/// <param name="Ratio">Share of the new traces, 0 to 1.</param>
/// <param name="Budget">Spans a second; 0 for no limit.</param>
/// <param name="TraceFully">Path of an actor, or a pattern, to trace fully for five minutes.</param>
/// <param name="DebugLines">Path of an actor, or a pattern, that logs at debug for five minutes.</param>
/// <param name="Undo">Id of an earlier change that is taken back, wherever it was made. It stands alone.</param>
/// <param name="Follow">Which messages are followed for a limited time and number.</param>
/// <param name="Nodes"><c>all</c> for the nodes of the cluster that allow it; otherwise this one.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record ChangeRequest(
    double? Ratio = null, double? Budget = null, string? TraceFully = null, string? DebugLines = null, int? Undo = null,
        FollowRequest? Follow = null, string? Nodes = null);

/// <summary>Messages to follow, as an <see cref="AkkaSelection"/> has them.</summary>
/// <param name="Attribute">An attribute of spans, or an item of the baggage.</param>
/// <param name="Value">The value that it must have.</param>
/// <param name="Actors">Path of an actor, or a pattern.</param>
/// <param name="Messages">Name of a message type, or a pattern.</param>
/// <param name="Minutes">For how long; 5 if it is not set.</param>
/// <param name="Traces">The most traces; 100 if it is not set.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record FollowRequest(
    string? Attribute = null, string? Value = null, string? Actors = null, string? Messages = null, double? Minutes = null, int? Traces = null)
{
    /// <exception cref="ArgumentException">The time is not allowed.</exception>
    public AkkaSelection ToSelection() => Minutes is > 0 and <= 1_440 or null
        ? new()
        {
            Attribute = Given(Attribute),
            Value = Given(Attribute) is null ? null : Value,
            Actors = Given(Actors),
            Messages = Given(Messages),
            Duration = TimeSpan.FromMinutes(Minutes ?? 5),
            Traces = Traces ?? 100,
        }
        : throw new ArgumentException("It takes from a moment to a day, in minutes.");

    public static FollowRequest From(AkkaSelection selection) => new(
        selection.Attribute, selection.Value, selection.Actors, selection.Messages, selection.Duration.TotalMinutes, selection.Traces);

    private static string? Given(string? text) => string.IsNullOrWhiteSpace(text) ? null : text.Trim();
}

/// <summary>A change that another node of the cluster asks for.</summary>
/// <param name="Id">Unique: each node makes it once, however often it is asked.</param>
/// <param name="Who">Who asks, for the log.</param>
/// <param name="Change">What is to change; null where an earlier one is taken back.</param>
/// <param name="Undo">The id of that one.</param>
/// <param name="From">The address of the node that asks, if it has made the change itself and not on its page.</param>
internal sealed record NodeChange(string Id, string Who, ChangeRequest? Change = null, string? Undo = null, string? From = null);

/// <summary>What a node says to it.</summary>
/// <param name="Changes">What was changed, one line each.</param>
/// <param name="Problem">Why nothing was.</param>
internal sealed record NodeChangeAnswer(IReadOnlyList<string> Changes, string? Problem = null);
