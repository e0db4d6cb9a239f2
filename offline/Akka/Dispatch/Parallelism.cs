using Akka.Configuration;

namespace Akka.Dispatch;

/// <summary>How many threads a <c>parallelism-min</c>, <c>-factor</c> and <c>-max</c> make on this machine.</summary>
internal static class Parallelism
{
    public static int Of(Config section)
    {
        var min = section.GetInt("parallelism-min", 8);
        var max = Math.Max(min, section.GetInt("parallelism-max", 64));
        var scaled = (int)Math.Ceiling(Environment.ProcessorCount * section.GetDouble("parallelism-factor", 1.0));
        return Math.Max(1, Math.Clamp(scaled, min, max));
    }
}
