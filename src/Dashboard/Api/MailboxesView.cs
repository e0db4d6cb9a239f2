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
        return new(ranked.Waiting, Rows(ranked.Deepest), Rows(ranked.Oldest), Rows(ranked.Growing));
    }

    public static List<MailboxView> Rows(IReadOnlyList<RankedMailbox> mailboxes) =>
        [.. mailboxes.Select(mailbox => new MailboxView(
            mailbox.Mailbox.Self.Path.ToStringWithoutAddress(), mailbox.Type, mailbox.Depth, mailbox.OldestSeconds, mailbox.PerSecond))];
}

/// <summary>One mailbox. <paramref name="PerSecond"/>: how many more or fewer wait each second; null when it is not known.</summary>
internal sealed record MailboxView(string Path, string Type, int Depth, double? OldestSeconds, double? PerSecond);
