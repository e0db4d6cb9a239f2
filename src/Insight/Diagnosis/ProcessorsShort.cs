namespace AkkaInstrumentation;

/// <summary>
/// Actors are slow, and the process gets less than half of the processor time that it needs: its container is throttled, other processes use the
/// machine, or its own threads have more work than there are processors. Handlers that compute then look as if they blocked.
/// </summary>
internal static class ProcessorsShort
{
    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        if (seen is { Process.Processors: { IsShort: true } got, HasSlowActors: true })
        {
            yield return new AkkaCause(AkkaCauseKinds.ProcessorsShort, got.Wanted is { } wanted && wanted > got.Busy
                ? CauseText.Text($"The process wants {wanted:0.0} processors and gets {got.Busy:0.0}.")
                : "The process gets too little of the processors.", Certainty(seen, got), actor: "")
            {
                Evidence =
                [
                    .. seen.Process.Evidence(),
                    .. got.Throttled > 0 ? [CauseText.Text($"the limit of its container holds it back for {100 * got.Throttled:0} % of the time")]
                        : Array.Empty<string>(),
                    .. got.Late >= 0.1 ? [CauseText.Text($"its own timer is late for {100 * got.Late:0} % of the time")] : Array.Empty<string>(),
                    .. seen.Busy.Take(3).Select(BlockingHandlers.Evidence),
                ],
                NextStep = got.IsAll
                    ? "There is more work than processors: find what computes (the handlers above, else dotnet-trace), or add processors."
                    : "Raise the processor limit of the container, or look for what else uses the machine. The handlers may be as fast as ever.",
            };
        }
    }

    // A process that lacks processors is slow everywhere. On a busy machine, threads that wake up often wait for a moment each time, but that does
    // not explain why a single actor cannot keep up.
    private static AkkaCertainty Certainty(Symptoms seen, ProcessorShare got) =>
        !got.IsHeldBack && seen.Found.Starved.Count == 0 && seen.PoolWaitSeconds == 0 && seen.Mailboxes.Count <= 1
            ? AkkaCertainty.Possible : AkkaCertainty.Likely;
}
