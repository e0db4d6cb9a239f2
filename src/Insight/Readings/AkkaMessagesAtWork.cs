namespace AkkaInstrumentation;

/// <summary>
/// The messages at work in an actor system at one moment: the answer of <see cref="AkkaInsight.MessagesAtWork"/>. It has no reference to
/// a message or an actor. Immutable.
/// </summary>
public sealed record AkkaMessagesAtWork
{
    /// <summary>The largest number of messages that are listed.</summary>
    public const int MaxMessages = 100;

    /// <summary>The oldest first, at most <see cref="MaxMessages"/>.</summary>
    public required IReadOnlyList<AkkaMessageAtWork> Messages { get; init; }

    /// <summary>The number of messages at work, including those beyond the maximum.</summary>
    public required int Count { get; init; }

    /// <summary>Messages that have been at work for a shorter time are not listed.</summary>
    internal static readonly TimeSpan Moment = TimeSpan.FromMilliseconds(100);

    /// <summary>Walks over the mailboxes once, and describes the oldest. Any thread.</summary>
    /// <param name="system">The actor system's metrics.</param>
    /// <param name="least">The minimum time for which they have been at work.</param>
    /// <param name="now"><see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
    /// <param name="onlyAwaiting">Whether messages whose handlers hold a thread are left out.</param>
    internal static Findings<AkkaMessageAtWork> Read(SystemMetrics system, TimeSpan least, long now, bool onlyAwaiting = false)
    {
        var (found, before) = (new List<(ObservedMailbox Mailbox, long Since)>(), now - Ticks.From(least));
        foreach (var type in system.ActorTypes)
        {
            type.Mailboxes.ForEach(mailbox =>
            {
                if (mailbox.ReadWork(now) is { Message: not null } work && work.Since <= before && (work.Awaits || !onlyAwaiting))
                {
                    found.Add((mailbox, work.Since));
                }
            });
        }

        // Messages that have ended since the walk are left out.
        var oldest = found.OrderBy(work => work.Since).Take(MaxMessages).Select(work => work.Mailbox.DescribeWork(now)).ToList();
        var messages = oldest.OfType<AkkaMessageAtWork>().ToList();
        return new(found.Count - oldest.Count + messages.Count, messages);
    }
}
