namespace AkkaInstrumentation.Tests;

/// <summary>What chance may do: six standard deviations, one failure in five hundred million runs.</summary>
internal static class Chance
{
    public static void AssertShare(int hits, int trials, double share)
    {
        var slack = 6 * Math.Sqrt(trials * share * (1 - share));
        Assert.InRange(hits, (trials * share) - slack, (trials * share) + slack);
    }
}
