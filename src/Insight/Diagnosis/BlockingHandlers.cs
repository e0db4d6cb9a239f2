namespace AkkaInstrumentation;

/// <summary>
/// Handlers occupy threads while the processors are idle. Each handler blocks (sync-over-async, sleep), but too briefly for the watchdog.
/// </summary>
internal static class BlockingHandlers
{
    public const string Next =
        "Look for .Result, .Wait(), Thread.Sleep and synchronous calls in these handlers (sync-over-async). "
        + "Await them, or give them a dispatcher of their own.";

    /// <summary>The number of busy threads from which an actor type is named.</summary>
    public const double Much = 0.5;

    // The ratio of busy threads to busy processors that is too large.
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
            Subject = mailbox.Path,
            Seconds = mailbox.Seconds,
            Evidence = [.. Evidence(seen), .. seen.FlowsTo(same.Key)],
            NextStep = Next,
        };

    /// <summary>
    /// Whether handlers occupy far more threads than processors are busy or needed, and the garbage collector is not what stops them.
    /// </summary>
    public static bool Block(Symptoms seen) => Block(seen, Threads(seen));

    /// <inheritdoc cref="Block(Symptoms)"/>
    /// <param name="seen">The observations.</param>
    /// <param name="threads">Threads that the handlers keep busy.</param>
    public static bool Block(Symptoms seen, double threads) => seen.Process.Pauses is not { Share: >= LongPauses.Much }
        && seen.Process.Processors?.Wanted is { } processors && threads >= Math.Max(Much, Far * processors);

    /// <summary>The handlers that keep threads busy, and whether the processors are busy.</summary>
    /// <param name="seen">The observations.</param>
    /// <param name="dispatcher">Only threads of this dispatcher; null for all.</param>
    public static IEnumerable<string> Evidence(Symptoms seen, string? dispatcher = null)
    {
        var busy = seen.Busy.Where(one => dispatcher is null || one.Dispatcher == dispatcher).ToList();
        var threads = busy.Sum(one => one.Threads);
        return [.. busy.Take(3).Select(Evidence), .. Block(seen, threads)
            ? [CauseText.Text($"handlers keep {threads:0.##} threads busy, and {seen.Process.Evidence().First()}: they block")]
            : Array.Empty<string>()];
    }

    public static string Evidence(BusyHandlers busy) =>
        CauseText.Text($"{busy.ActorType} keeps {busy.Threads:0.##} threads of {busy.Dispatcher} busy with {busy.MessageType}");

    public static double Threads(Symptoms seen) => seen.Busy.Sum(busy => busy.Threads);
}
