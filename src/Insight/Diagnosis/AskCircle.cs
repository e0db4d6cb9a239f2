namespace AkkaInstrumentation;

/// <summary>Two actors ask each other, and each awaits the other's answer: neither can take the question.</summary>
internal static class AskCircle
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) => TimedOut(seen).Concat(Open(seen)).DistinctBy(cause => cause.Description);

    private static IEnumerable<AkkaCause> TimedOut(Symptoms seen) =>
        from one in seen.TimedOut
        let back = seen.TimedOut.FirstOrDefault(other => other.Latest.Asker == one.Latest.Receiver && other.Latest.Receiver == one.Latest.Asker)
        where back is not null && IsFirst(one.Latest.Asker, one.Latest.Receiver)
        select Circle(one.Latest.Asker, one.Latest.Receiver, one.Latest.Path, Math.Max(one.Seconds, back.Seconds),
            [.. new[] { one, back }.Distinct().Select(AskTimeouts.Evidence)]);

    // Finds the circle before a time-out, and even if Asks are not measured: each of the two has been asked by the other, and awaits.
    private static IEnumerable<AkkaCause> Open(Symptoms seen) =>
        from one in seen.Open
        let back = seen.Open.FirstOrDefault(other => other.Asker == one.Receiver && other.Receiver == one.Asker && Awaits(seen, other.Path))
        where back is not null && IsFirst(one.Asker, one.Receiver) && Awaits(seen, one.Path)
        select Circle(one.Asker, one.Receiver, one.Path, Math.Max(one.Seconds, back.Seconds), [.. new[] { $"{one}", $"{back}" }.Distinct()]);

    private static bool IsFirst(string asker, string receiver) => receiver.Length > 0 && string.CompareOrdinal(asker, receiver) <= 0;

    private static bool Awaits(Symptoms seen, string path) => seen.AtWork.Any(work => work.ActorPath == path && work.State == AkkaWorkState.Awaiting);

    private static AkkaCause Circle(string asker, string receiver, string path, double seconds, IReadOnlyList<string> evidence) => new(
        AkkaCauseKinds.AskCircle,
        asker == receiver ? $"{asker} asks itself, and waits for itself." : $"{asker} and {receiver} ask each other, and each waits.",
        AkkaCertainty.Certain,
        receiver)
    {
        Subject = path,
        Seconds = seconds,
        Evidence = evidence,
        NextStep = "Let the one that begins use Tell, or PipeTo for the answer, so that it takes the other's question meanwhile.",
    };
}
