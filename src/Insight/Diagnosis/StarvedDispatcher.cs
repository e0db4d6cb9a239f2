namespace AkkaInstrumentation;

/// <summary>
/// Messages wait although their actors neither work nor await, because their dispatcher gives them no thread. Or timed runs have waited long for a
/// thread.
/// </summary>
internal static class StarvedDispatcher
{
    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        var waiting = seen.Mailboxes.Where(mailbox => mailbox is { Dispatcher: not null, IsStash: false } && mailbox.IsMostly(ActorDoing.Nothing))
            .ToLookup(mailbox => mailbox.Dispatcher!);
        var measured = seen.Found.Starved.Worst.Where(seconds => seconds.Latest.Dispatcher != SystemFindings.ThreadPool)
            .ToDictionary(seconds => seconds.Latest.Dispatcher);
        return
            from dispatcher in waiting.Select(same => same.Key).Union(measured.Keys)
            let worst = waiting[dispatcher].MaxBy(mailbox => mailbox.Seconds)
            let seconds = measured.GetValueOrDefault(dispatcher)
            let busiest = seen.Busy.FirstOrDefault(busy => busy.Dispatcher == dispatcher && busy.Threads >= BlockingHandlers.Much)
            let threads = seen.Threads.GetValueOrDefault(dispatcher)
            let block = BlockingHandlers.Block(seen, seen.Busy.Where(busy => busy.Dispatcher == dispatcher).Sum(busy => busy.Threads))
            let blocked = seen.Found.Blocking.Worst.Where(actor => seen.Dispatchers.GetValueOrDefault(actor.Path) == dispatcher).ToList()
            select new AkkaCause(
                AkkaCauseKinds.StarvedDispatcher,
                    $"Actors wait for a thread of {dispatcher}{(busiest is null ? "" : $", which {busiest.ActorType} keeps busy")}.",
                        blocked.Count > 0 ? AkkaCertainty.Certain : AkkaCertainty.Likely, worst?.ActorType ?? busiest?.ActorType ?? "")
            {
                Subject = worst?.Path ?? "",
                Seconds = Math.Max(worst?.Seconds ?? 0, seconds?.Seconds ?? 0),
                Evidence =
                [
                    .. worst is null ? [] : Waiting(waiting[dispatcher].Count(), worst),
                    .. seconds is null
                        ? Array.Empty<string>()
                        : [CauseText.Text($"in {seconds.Count} of the last 60 s one run in twenty waited 100 ms or longer for a thread")],
                    .. BlockingHandlers.Evidence(seen, dispatcher),
                    .. blocked.Count == 0
                        ? Array.Empty<string>()
                        : [$"handlers block {blocked.Count} of its threads: "
                            + string.Join(", ", blocked.Select(actor => actor.ActorType).Distinct().Take(3))],
                    threads switch
                    {
                        DispatcherThreads.Pool => StarvedPool.Threads(),
                        DispatcherThreads.Own => "it has threads of its own, not those of the pool",
                        _ => "each of its actors has a thread of its own: no other actor takes it",
                    },
                    .. seen.Process.Processors is { IsShort: true } ? seen.Process.Evidence().Take(1) : [],
                ],
                NextStep = threads == DispatcherThreads.Pinned ? "Look at the processors: a thread that waits for nobody else lacks one."
                    : blocked.Count > 0 ? "Free the blocked threads, or give those actors a dispatcher of their own."
                    : block ? BlockingHandlers.Next
                    : seen.Process.Processors is { IsShort: true } ? "Look at the processors first: the process gets less than half of what it wants."
                    : "Look at the processors. Idle: handlers block for a moment each. Busy: the machine needs more processors, or less work.",
            };
    }

    private static IEnumerable<string> Waiting(int mailboxes, TroubledMailbox worst) => worst.Evidence().Prepend(
        CauseText.Count(mailboxes, "mailbox holds messages while its actor neither works nor awaits",
            "mailboxes hold messages while their actors neither work nor await"));
}
