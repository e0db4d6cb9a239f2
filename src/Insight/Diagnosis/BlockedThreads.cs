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
            AkkaCauseKinds.BlockedThread,
            $"{same.Key.ActorType} blocks {(same.Count() == 1 ? "its thread" : $"{same.Count()} threads")} {Doing(same.Key.MessageType)}.",
            AkkaCertainty.Certain,
            same.Key.ActorType)
        {
            Subject = longest.Path,
            Seconds = longest.Seconds,
            Evidence =
            [
                CauseText.Text($"{longest.Path} has not returned for {DurationWords.Text(longest.Seconds)}, ")
                    + $"on thread {longest.Thread}{(dispatcher is null ? "" : $" of {dispatcher}")}{longest.From}",
                .. longest.Stack is { } stack ? [$"it hangs in {stack.Where}"] : Array.Empty<string>(),
                .. behind.SelectMany(mailbox => mailbox.Evidence()),
                .. waiting.Count == 0 ? Array.Empty<string>()
                    : [$"{CauseText.Count(waiting.Count, "more mailbox on that dispatcher waits", "more mailboxes on that dispatcher wait")} "
                        + $"for a thread: {waiting[0].Path}{(waiting.Count > 1 ? " for one" : "")}"],
            ],
            NextStep = (longest.Stack is null ? "Take a dump, or look at the stack of that thread. " : "")
                + $"Await the call instead of blocking, with a time-out{Or(seen, dispatcher)}.",
        };

    /// <summary>Handlers that have returned within the last minute, while something is wrong. Messages that waited behind them may be late or
    /// lost.</summary>
    public static IEnumerable<AkkaCause> Returned(Symptoms seen) =>
        from block in seen.Found.IsEmpty && seen.TimedOut.Count == 0 ? [] : seen.Returned
        let latest = block.Latest
        where seen.Found.Blocking.Worst.All(actor => (actor.ActorType, actor.MessageType) != (latest.ActorType, latest.MessageType))
        let ago = Ticks.ToSeconds(seen.Now - block.Last)
        select new AkkaCause(
            AkkaCauseKinds.BlockedThreadEnded,
            CauseText.Text($"{latest.ActorType} blocked its thread for {DurationWords.Text(latest.Seconds)}, until {ago:0} s ago, ")
                + $"with {FoldedWords.Work(latest.MessageType)}.",
            AkkaCertainty.Likely,
            latest.ActorType)
        {
            Subject = latest.Path,
            Seconds = latest.Seconds,
            Evidence =
            [
                $"{latest.Path} had not returned for {DurationWords.Text(latest.Seconds)}, {Times(block.CountSince(seen.Now - Ticks.Minute))}",
            ],
            NextStep = "What is wrong now may be its effect. Await the call, with a time-out"
                + $"{Or(seen, seen.Dispatchers.GetValueOrDefault(latest.Path))}.",
        };

    private static string Times(long count) => count == 1 ? "once in the last minute" : CauseText.Text($"{count} times in the last minute");

    // An actor on a pinned dispatcher has its own thread already.
    private static string Or(Symptoms seen, string? dispatcher) =>
        dispatcher is not null && seen.Threads.GetValueOrDefault(dispatcher) == DispatcherThreads.Pinned ? ""
        : "; or give these actors a dispatcher of their own";

    private static string Doing(string message) => message == FoldedNames.None ? "while it starts, stops or restarts" : $"while it handles {message}";
}
