namespace AkkaInstrumentation;

/// <summary>Two actors ask each other, and each awaits the other's answer: neither can take the question.</summary>
internal static class AskCircle
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) => Circles(seen).DistinctBy(cause => cause.What);

    private static IEnumerable<AkkaCause> Circles(Symptoms seen) =>
        from one in seen.TimedOut
        let back = seen.TimedOut.FirstOrDefault(other => other.Latest.Asker == one.Latest.Receiver && other.Latest.Receiver == one.Latest.Asker)
        where back is not null && one.Latest.Receiver.Length > 0 && string.CompareOrdinal(one.Latest.Asker, one.Latest.Receiver) <= 0
        let what = one == back
            ? $"{one.Latest.Asker} asks itself, and waits for itself."
            : $"{one.Latest.Asker} and {one.Latest.Receiver} ask each other, and each waits."
        select new AkkaCause(AkkaCauseKinds.AskCircle, what, AkkaCertainty.Certain, one.Latest.Receiver)
        {
            Path = one.Latest.Path,
            Seconds = Math.Max(one.Seconds, back.Seconds),
            Evidence = [.. new[] { one, back }.Distinct().Select(AskTimeouts.Evidence)],
            Next = "Let the one that begins use Tell, or PipeTo for the answer, so that it takes the other's question meanwhile.",
        };
}
