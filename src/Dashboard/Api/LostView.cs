namespace AkkaInstrumentation;

/// <summary>Messages that reached nobody, were not handled, or did not fit into a mailbox.</summary>
internal sealed record LostView(IReadOnlyList<LostRow> Rows)
{
    public static LostView From(Observation seen) => seen.Read(minute => new LostView(
        [.. minute.Totals.Lost
            .Select(lost => new LostRow(
                lost.Key.How, lost.Key.Receiver, lost.Key.Sender, lost.Key.Message, lost.Key.Reason, lost.Value, lost.Value - seen.AtStart.Lost.GetValueOrDefault(lost.Key)))
            .OrderByDescending(row => row.SinceOpened).ThenByDescending(row => row.Messages)]));
}

/// <summary>Lost messages of one kind: since metrics were first collected, and since the page was opened.</summary>
internal sealed record LostRow(string How, string Receiver, string Sender, string Message, string Reason, long Messages, long SinceOpened);
