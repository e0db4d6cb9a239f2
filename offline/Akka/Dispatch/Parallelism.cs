namespace Akka.Dispatch;

/// <summary>How many threads a <c>parallelism-min</c>, <c>-factor</c> and <c>-max</c> make on this machine.</summary>
internal static class Parallelism
{
    public static int Of(int min, double factor, int max)
    {
        var scaled = (int)Math.Ceiling(Environment.ProcessorCount * factor);
        return Math.Max(1, Math.Clamp(scaled, min, Math.Max(min, max)));
    }
}
