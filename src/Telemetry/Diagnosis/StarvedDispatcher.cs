namespace AkkaInstrumentation;

/// <summary>Messages wait, and their actors neither work nor await: their dispatcher gives them no thread.</summary>
internal static class StarvedDispatcher
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Mailboxes.Where(mailbox => mailbox.IsMostly(ActorDoing.Nothing)).GroupBy(mailbox => mailbox.Dispatcher)
        where same.Key is not null
        let worst = same.MaxBy(mailbox => mailbox.Seconds)!
        let blocked = seen.Found.Blocking.Worst.Where(actor => seen.Dispatchers.GetValueOrDefault(actor.Path) == same.Key).ToList()
        select new AkkaCause(
            "starved-dispatcher", $"Actors wait for a thread of {same.Key}.", blocked.Count > 0 ? AkkaCertainty.Certain : AkkaCertainty.Likely, worst.ActorType)
        {
            Path = worst.Path,
            Seconds = worst.Seconds,
            Evidence =
            [
                CauseText.Count(same.Count(), "mailbox holds messages while its actor neither works nor awaits", "mailboxes hold messages while their actors neither work nor await"),
                .. worst.Evidence(),
                .. blocked.Count == 0
                    ? Array.Empty<string>()
                    : [$"handlers block {blocked.Count} of its threads: {string.Join(", ", blocked.Select(actor => actor.ActorType).Distinct().Take(3))}"],
                CauseText.Text($"the thread pool has {ThreadPool.ThreadCount} threads, {ThreadPool.PendingWorkItemCount} work items wait for one"),
            ],
            Next = blocked.Count > 0
                ? "Free the blocked threads, or give those actors a dispatcher of their own."
                : "Look at the processors and at the dispatcher's delay and busy threads: it needs more threads, or the machine more processors.",
        };
}
