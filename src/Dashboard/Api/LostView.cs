using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Messages that reached no actor, were not handled, or did not fit into a mailbox.</summary>
/// <param name="Rows">By kind.</param>
/// <param name="Latest">The latest of each kind.</param>
internal sealed record LostView(IReadOnlyList<LostRow> Rows, IReadOnlyList<LatestLost> Latest)
{
    public static LostView From(Observation seen) => seen.Read(minute => From(seen, minute, seen.System.Losses.Read()
        .GroupBy(lost => (lost.Latest.ActorType, lost.Latest.Sender, lost.Latest.MessageType, lost.Latest.Reason))
        .ToDictionary(same => same.Key, same => same.Sum(lost => lost.Total))));

    // The metric counts only while metrics are collected. Earlier losses are among the noted ones, which the second table shows.
    private static LostView From(
        Observation seen, LastMinute minute, Dictionary<(string Receiver, string Sender, string Message, string Reason), long> noted) => new(
        [.. minute.Totals.Lost
            .Select(lost => new LostRow(
                lost.Key.How, lost.Key.Receiver, lost.Key.Sender, lost.Key.Message, lost.Key.Reason,
                    Math.Max(lost.Value, noted.GetValueOrDefault((lost.Key.Receiver, lost.Key.Sender, lost.Key.Message,
                        lost.Key.Reason.Length > 0 ? lost.Key.Reason : lost.Key.How))),
                    lost.Value - seen.AtStart.Lost.GetValueOrDefault(lost.Key)))
            .OrderByDescending(row => row.SinceOpened).ThenByDescending(row => row.Messages)],
        [.. from lost in seen.System.Insight.Answers.LostMessages()
            select new LatestLost(
                lost.LostAt.UtcDateTime, lost.Reason, lost.MessageType, lost.SenderPath, lost.ReceiverPath, lost.Count, lost.TraceId,
                lost.TraceId is { } id && seen.Traces.Find(ActivityTraceId.CreateFromString(id)) is { HasActors: true })]);
}

/// <summary>The latest lost message of one kind, and how many were lost.</summary>
internal sealed record LatestLost(DateTime At, string Reason, string MessageType, string? SenderPath,
    string ReceiverPath, long Count, string? TraceId, bool TraceKept);

/// <summary>Lost messages of one kind: since the start, and since the page was opened.</summary>
internal sealed record LostRow(string How, string ReceiverType, string SenderType, string MessageType, string Reason, long Messages,
    long SinceOpened);
