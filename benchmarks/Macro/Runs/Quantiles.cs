namespace AkkaInstrumentation.Benchmarks;

/// <summary>Order statistics of a few values, interpolated between neighbours.</summary>
internal static class Quantiles
{
    public static double Median(this IEnumerable<double> values) => values.Quantile(0.5);

    public static double Quantile(this IEnumerable<double> values, double share)
    {
        var sorted = values.Order().ToArray();
        if (sorted.Length == 0)
        {
            return double.NaN;
        }

        var position = share * (sorted.Length - 1);
        var below = (int)position;
        var above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((sorted[above] - sorted[below]) * (position - below));
    }
}
