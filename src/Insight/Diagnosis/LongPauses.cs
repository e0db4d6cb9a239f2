namespace AkkaInstrumentation;

/// <summary>The garbage collector stops all threads for much of the time: whatever actors do takes longer.</summary>
internal static class LongPauses
{
    // Healthy processes are below a twentieth. One that only allocates reaches a seventh.
    public const double Much = 0.2;

    public static IEnumerable<AkkaCause> In(Symptoms seen)
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
                    CauseText.Text($"{pauses.PausedSeconds:0.0} of the last {pauses.Seconds:0} s, with {pauses.Full} collections of generation 2"),
                    .. seen.Process.Evidence(),
                    .. MemoryShort.Deepest(seen),
                ],
                Next = "Free what waits or is kept: the collector copies it again and again. "
                    + "Then look at what allocates, and try the server's collector.",
            };
        }
    }
}
