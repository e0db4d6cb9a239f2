namespace AkkaInstrumentation;

/// <summary>
/// Handlers occupy threads, and the processors are idle: they block for a moment each (sync-over-async, sleep), too short for the watchdog.
/// </summary>
internal static class BlockingHandlers
{
    public const string Next =
        "Look for .Result, .Wait(), Thread.Sleep and synchronous calls in these handlers (sync-over-async). "
        + "Await them, or give them a dispatcher of their own.";

    /// <summary>Threads that an actor type keeps busy, so that it is named.</summary>
    public const double Much = 0.5;

    // Busy threads for each busy processor.
    private const int Far = 4;

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from busy in seen.Busy
        where Block(seen) && busy.Threads >= Much && seen.Found.Blocking.Worst.All(actor => actor.ActorType != busy.ActorType)
        group busy by busy.ActorType into same
        let mailbox = seen.Mailboxes.FirstOrDefault(mailbox => mailbox.ActorType == same.Key && mailbox.IsMostly(ActorDoing.Working))
        where mailbox is not null
        select new AkkaCause(AkkaCauseKinds.BlockingHandlers, $"{same.Key} blocks threads for a moment in each message.",
            AkkaCertainty.Likely, same.Key)
        {
            Path = mailbox.Path,
            Seconds = mailbox.Seconds,
            Evidence = [.. Evidence(seen), .. seen.FlowsTo(same.Key)],
            Next = Next,
        };

    /// <summary>Whether handlers occupy far more threads than processors are busy, and it is not the garbage collector that stops them.</summary>
    public static bool Block(Symptoms seen) => seen.Process.Pauses is not { Share: >= LongPauses.Much }
        && seen.Process.BusyProcessors is { } processors && Threads(seen) >= Math.Max(Much, Far * processors);

    /// <summary>Who keeps threads busy, and whether the processors work.</summary>
    public static IEnumerable<string> Evidence(Symptoms seen)
    {
        foreach (var busy in seen.Busy.Take(3))
        {
            yield return CauseText.Text($"{busy.ActorType} keeps {busy.Threads:0.##} threads of {busy.Dispatcher} busy with {busy.Message}");
        }

        if (Block(seen))
        {
            yield return CauseText.Text($"handlers keep {Threads(seen):0.##} threads busy, and {seen.Process.Evidence().First()}: they block");
        }
    }

    public static double Threads(Symptoms seen) => seen.Busy.Sum(busy => busy.Threads);
}
