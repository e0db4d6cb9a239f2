using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Mailboxes in which messages wait, in three orders.</summary>
/// <param name="Waiting">How many mailboxes have messages.</param>
/// <param name="Deepest">Those with most messages.</param>
/// <param name="Oldest">Those whose oldest message has waited longest.</param>
/// <param name="Growing">Those that have grown most in the last seconds, among the 256 deepest.</param>
internal sealed record MailboxesView(int Waiting, IReadOnlyList<MailboxView> Deepest,
    IReadOnlyList<MailboxView> Oldest, IReadOnlyList<MailboxView> Growing)
{
    public static MailboxesView From(Observation seen)
    {
        var ranked = seen.Ranking.Look();
        return new(ranked.Waiting, Rows(ranked.Deepest, seen), Rows(ranked.Oldest, seen), Rows(ranked.Growing, seen));
    }

    public static List<MailboxView> Rows(IReadOnlyList<RankedMailbox> mailboxes, Observation seen)
    {
        var now = Stopwatch.GetTimestamp();
        return [.. mailboxes.Select(mailbox => MailboxView.From(mailbox, seen.Rates, now))];
    }
}

/// <summary>One mailbox.</summary>
/// <param name="Path">Path of its actor.</param>
/// <param name="Type">The actor's type.</param>
/// <param name="Depth">Messages that wait.</param>
/// <param name="OldestSeconds">Age of the oldest message whose time is known.</param>
/// <param name="PerSecond">Change of the depth in messages per second; null when it is not known.</param>
/// <param name="HandledPerSecond">Messages that the actor handles each second; null at the first request.</param>
internal sealed record MailboxView(string Path, string Type, int Depth, double? OldestSeconds, double? PerSecond, double? HandledPerSecond)
{
    public static MailboxView From(RankedMailbox ranked, MessageRates rates, long now)
    {
        var path = ranked.Mailbox.Self.Path.ToStringWithoutAddress();
        return new(path, ranked.Type, ranked.Depth, ranked.OldestSeconds, ranked.PerSecond, rates.Of(path, ranked.Mailbox.Cells.Sum, now));
    }
}
