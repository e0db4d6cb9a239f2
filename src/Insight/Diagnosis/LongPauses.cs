namespace AkkaInstrumentation;

/// <summary>The garbage collector stops all threads for much of the time, so everything that actors do takes longer.</summary>
internal static class LongPauses
{
    // Healthy processes are below 0.05. A process that does nothing but allocate reaches about 0.14.
    public const double Much = 0.2;

    // Above this share, handlers are stopped for most of the time, whatever they seem to do.
    private const double Most = 0.5;

    /// <summary>This rule comes before all rules about actors, and before the one about a suspended process, because long pauses look like
    /// both.</summary>
    public static IEnumerable<AkkaCause> First(Symptoms seen) => IsFirst(seen) ? Causes(seen) : [];

    public static IEnumerable<AkkaCause> In(Symptoms seen) => IsFirst(seen) ? [] : Causes(seen);

    private static bool IsFirst(Symptoms seen) => seen.Process.Pauses is { } pauses
        && (pauses.Share >= Most || (pauses.Share >= Much && seen.Stood?.Seconds <= pauses.PausedSeconds));

    public static string Evidence(CollectorPauses pauses) =>
        CauseText.Text($"{pauses.PausedSeconds:0.0} of the last {pauses.Seconds:0} s, with {pauses.Full} collections of generation 2");

    private static IEnumerable<AkkaCause> Causes(Symptoms seen)
    {
        if (seen.Process.Pauses is { Share: >= Much } pauses)
        {
            yield return new AkkaCause(
                AkkaCauseKinds.GcPauses,
                CauseText.Text($"The garbage collector stops all threads for {100 * pauses.Share:0} % of the time."),
                AkkaCertainty.Certain,
                actor: "")
            {
                Evidence =
                [
                    Evidence(pauses),
                    .. seen.Process.Evidence(),
                    .. MemoryShort.Allocating(seen),
                    .. MemoryShort.Deepest(seen),
                ],
                NextStep = "Free what waits or is kept: the collector copies it again and again. "
                    + "Then look at what allocates, and try the server's collector.",
            };
        }
    }
}
