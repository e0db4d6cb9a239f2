namespace AkkaInstrumentation.Benchmarks;

/// <summary>Iterations of a state and of plain Akka in the same turns, of one process each.</summary>
internal sealed record PairResult(IReadOnlyList<Iteration> Plain, IReadOnlyList<Iteration> Measured, Totals Totals)
{
    public IEnumerable<double> Ratios => RatiosOf(iteration => iteration.MessagesPerSecond);

    /// <summary>The ratios of a figure to plain Akka's in the same turn; none where it is not measured.</summary>
    public IEnumerable<double> RatiosOf(Func<Iteration, double?> figure) =>
        Plain.Zip(Measured, (plain, measured) => figure(measured) / figure(plain)).OfType<double>();
}
