namespace AkkaInstrumentation;

/// <summary>One of many actors of a type gets far more messages than the others: a hot entity or shard, or a router that distributes badly.</summary>
internal static class HotActor
{
    private const int Several = 4;

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from mailbox in seen.Mailboxes
        where IsHot(mailbox)
        let entity = mailbox.Entity
        select new AkkaCause(
            AkkaCauseKinds.HotActor,
            CauseText.Text($"One {mailbox.ActorType} of {mailbox.Share.Live} gets {100 * mailbox.Share.Messages:0} % of their messages."),
            AkkaCertainty.Certain,
            mailbox.ActorType)
        {
            Subject = mailbox.Path,
            Seconds = mailbox.Seconds,
            Evidence =
            [
                .. mailbox.Evidence(),
                .. entity is null ? Array.Empty<string>() : [$"it is entity {entity.Entity} in shard {entity.Shard} of {entity.Region}"],
                .. seen.FlowsTo(mailbox.ActorType),
            ],
            NextStep = entity is null
                ? "Spread the messages: another router or hash key, or several actors for what this one does."
                : "Choose entity ids that spread the messages, or split this entity.",
        };
    public static bool IsHot(TroubledMailbox mailbox) => mailbox.Share.Live >= Several && mailbox.Share.Messages * mailbox.Share.Live >= Several;
}
