namespace AkkaInstrumentation;

/// <summary>A named stage of a stream has passed an element on, and what follows it asks for no other one.</summary>
internal static class StalledStream
{
    private const string Advice = "Look at what follows the stage: a call without a time-out, a branch that nobody reads, a sink that is full. "
        + "With more than one name in the stream, the last one that still waits is next to it.";

    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        if (seen.Stalled is not [{ } worst, ..])
        {
            yield break;
        }

        yield return new AkkaCause(
            AkkaCauseKinds.StalledStream,
            $"What follows the stream stage {worst.Name} has asked for no element for {CauseText.Seconds(worst.Seconds)}.",
            AkkaCertainty.Likely,
            "")
        {
            Seconds = worst.Seconds,
            Evidence =
            [
                .. from same in seen.Stalled.GroupBy(stage => stage.Name).Take(5)
                   let first = same.MaxBy(stage => stage.Seconds)!
                   select CauseText.Text($"{same.Key}: {CauseText.Count(same.Count(), "stage waits", "stages wait")} for demand, ")
                       + CauseText.Text($"the first for {CauseText.Seconds(first.Seconds)} after {first.Elements} elements"),
            ],
            NextStep = Advice,
        };
    }
}
