namespace AkkaInstrumentation;

/// <summary>Handlers that block their thread, by actor type and message type.</summary>
internal static class BlockedThreads
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Found.Blocking.Worst.GroupBy(actor => (actor.ActorType, actor.MessageType))
        let longest = same.MaxBy(actor => actor.Seconds)!
        let dispatcher = seen.Dispatchers.GetValueOrDefault(longest.Path)
        let behind = seen.Mailboxes.Where(mailbox => same.Any(actor => actor.Path == mailbox.Path))
        let waiting = seen.Mailboxes.Where(mailbox => mailbox.IsMostly(ActorDoing.Nothing) && mailbox.Dispatcher == dispatcher).ToList()
        select new AkkaCause(
            "blocked-thread", $"{same.Key.ActorType} blocks {(same.Count() == 1 ? "its thread" : $"{same.Count()} threads")} {Doing(same.Key.MessageType)}.", AkkaCertainty.Certain, same.Key.ActorType)
        {
            Path = longest.Path,
            Seconds = longest.Seconds,
            Evidence =
            [
                CauseText.Text($"{longest.Path} has not returned for {longest.Seconds:0.#} s, on thread {longest.Thread}{(dispatcher is null ? "" : $" of {dispatcher}")}"),
                .. behind.SelectMany(mailbox => mailbox.Evidence()),
                .. waiting.Count == 0 ? Array.Empty<string>() : [$"{waiting.Count} more mailboxes on that dispatcher wait for a thread, {waiting[0].Path} for one"],
            ],
            Next = "Take a dump, or look at the stack of that thread. Await the call instead of blocking, with a time-out; or give these actors a dispatcher of their own.",
        };

    private static string Doing(string message) => message == FoldedNames.None ? "while it starts, stops or restarts" : $"while it handles {message}";
}

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
                CauseText.Text($"{same.Count()} mailboxes hold messages while their actors neither work nor await"),
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

/// <summary>Messages wait because the handler of the one before awaits.</summary>
internal static class AwaitingActor
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Mailboxes.Where(mailbox => mailbox.IsMostly(ActorDoing.Awaiting)).GroupBy(mailbox => (mailbox.ActorType, mailbox.Message))
        let worst = same.MaxBy(mailbox => mailbox.Seconds)!
        let asked = seen.Flows.Where(flow => flow.Sender == FoldedNames.Ask && flow.Receiver != same.Key.ActorType).MaxBy(Took)
        select new AkkaCause(
            "awaiting", $"{same.Key.ActorType} awaits in {same.Key.Message ?? "its handler"} and takes no other message meanwhile.", AkkaCertainty.Certain, same.Key.ActorType)
        {
            Path = worst.Path,
            Seconds = worst.Seconds,
            Evidence =
            [
                .. worst.Evidence(),
                .. seen.FlowsTo(same.Key.ActorType),
                .. asked is null || Took(asked) < 0.1 ? Array.Empty<string>() : [$"the slowest that actors are asked for: {CauseText.Flow(asked)}"],
            ],
            Next = "Look at the slowest traces of this type for what the handler awaits. Give that call a time-out; start it with PipeTo if the actor may take other messages meanwhile; or use several actors.",
        };

    private static double Took(AkkaFlow flow) => (flow.WaitSeconds ?? 0) + (flow.WorkSeconds ?? 0);
}

/// <summary>One of many actors of a type gets far more messages than the others: a hot entity or shard, a router that spreads badly.</summary>
internal static class HotActor
{
    private const int Several = 4;

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from mailbox in seen.Mailboxes
        where mailbox.Share.Live >= Several && mailbox.Share.Messages * mailbox.Share.Live >= Several
        let entity = EntityPath.Of(mailbox.Path)
        select new AkkaCause(
            "hot-actor", $"One {mailbox.ActorType} of {mailbox.Share.Live} gets {CauseText.Text($"{100 * mailbox.Share.Messages:0}")} % of their messages.", AkkaCertainty.Certain, mailbox.ActorType)
        {
            Path = mailbox.Path,
            Seconds = mailbox.Seconds,
            Evidence =
            [
                .. mailbox.Evidence(),
                .. entity is null ? Array.Empty<string>() : [$"it is entity {entity.Entity} in shard {entity.Shard} of {entity.Region}"],
                .. seen.FlowsTo(mailbox.ActorType),
            ],
            Next = entity is null
                ? "Spread the messages: another router or hash key, or several actors for what this one does."
                : "Choose entity ids that spread the messages, or split this entity.",
        };
}

/// <summary>More messages arrive than the actor can handle: it works, and its mailbox is still too long.</summary>
internal static class Overload
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Mailboxes
            .Where(mailbox => !mailbox.IsMostly(ActorDoing.Awaiting) && (mailbox.PerSecond > 0 || !mailbox.IsMostly(ActorDoing.Nothing)) && seen.Found.Blocking.Worst.All(actor => actor.Path != mailbox.Path))
            .GroupBy(mailbox => mailbox.ActorType)
        let worst = same.MaxBy(mailbox => mailbox.Depth)!
        select new AkkaCause(
            "overload", $"{same.Key} gets more messages than it can handle.", worst.PerSecond > 0 && !worst.IsMostly(ActorDoing.Nothing) ? AkkaCertainty.Likely : AkkaCertainty.Possible, same.Key)
        {
            Path = worst.Path,
            Seconds = worst.Seconds,
            Evidence = [.. worst.Evidence(), .. seen.FlowsTo(same.Key)],
            Next = "Has the rate of messages or the handler's time risen? See the history of the type. Slow the sender down, make the handler shorter, or spread the work over several actors.",
        };
}
