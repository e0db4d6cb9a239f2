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
                CauseText.Text($"{longest.Path} has not returned for {longest.Seconds:0.#} s, on thread {longest.Thread}{(dispatcher is null ? "" : $" of {dispatcher}")}{longest.From}"),
                .. behind.SelectMany(mailbox => mailbox.Evidence()),
                .. waiting.Count == 0 ? Array.Empty<string>() : [$"{CauseText.Count(waiting.Count, "more mailbox on that dispatcher waits", "more mailboxes on that dispatcher wait")} for a thread: {waiting[0].Path}{(waiting.Count > 1 ? " for one" : "")}"],
            ],
            Next = "Take a dump, or look at the stack of that thread. Await the call instead of blocking, with a time-out; or give these actors a dispatcher of their own.",
        };

    private static string Doing(string message) => message == FoldedNames.None ? "while it starts, stops or restarts" : $"while it handles {message}";
}
