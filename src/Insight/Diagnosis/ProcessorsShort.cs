namespace AkkaInstrumentation;

/// <summary>
/// Actors are slow, and the process gets less than half of the processors that it wants: its container is throttled, others use the machine, or its
/// own threads have more work than there are processors. What computes then looks as if it blocked.
/// </summary>
internal static class ProcessorsShort
{
    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        if (seen is { Process.Processors: { IsShort: true } got, HasSlowActors: true })
        {
            var isAll = got.Busy >= 0.8 * Environment.ProcessorCount;
            yield return new AkkaCause(AkkaCauseKinds.ProcessorsShort, got.Wanted is { } wanted && wanted > got.Busy
                ? CauseText.Text($"The process wants {wanted:0.0} processors and gets {got.Busy:0.0}.")
                : "The process gets too little of the processors.", AkkaCertainty.Likely, actor: "")
            {
                Evidence =
                [
                    .. seen.Process.Evidence(),
                    .. got.Throttled > 0 ? [CauseText.Text($"the limit of its container holds it back for {100 * got.Throttled:0} % of the time")]
                        : Array.Empty<string>(),
                    .. got.Late >= 0.1 ? [CauseText.Text($"its own timer is late for {100 * got.Late:0} % of the time")] : Array.Empty<string>(),
                    .. seen.Busy.Take(3).Select(BlockingHandlers.Evidence),
                ],
                Next = isAll
                    ? "There is more work than processors: find what computes (the handlers above, else dotnet-trace), or add processors."
                    : "Raise the processor limit of the container, or look for what else uses the machine. The handlers may be as fast as ever.",
            };
        }
    }
}
