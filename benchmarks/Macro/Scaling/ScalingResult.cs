using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Plots under <c>docs/plots</c>, the tables behind them under <c>benchmarks/results</c>. A run of some axes
/// renews theirs.
/// </summary>
internal static class ScalingResult
{
    public static void Write(IReadOnlyList<(Axis Axis, Plot Plot)> measured)
    {
        Directory.CreateDirectory(Environs.PathOf("docs/plots"));
        foreach (var (axis, plot) in measured)
        {
            File.WriteAllText(Environs.PathOf($"benchmarks/results/scaling-{axis.Name}.md"), Table(axis, plot));
            File.WriteAllText(Environs.PathOf($"docs/plots/scaling-{axis.Name}.svg"), SvgPlot.Draw(plot));
        }
    }

    private static string Table(Axis axis, Plot plot)
    {
        var table = new StringBuilder();
        Line($"# What a message costs above plain Akka, by {axis.Title}\n");
        Line($"Nanoseconds of processor time a message: median of the paired differences (their middle half). Written by `dotnet run -c Release --project benchmarks/Macro -- scaling`; [how it is measured](../README.md).\n");
        Line($"{Environs.Text}\n");
        Line($"![What a message costs above plain Akka, by {axis.Title}](../../docs/plots/scaling-{axis.Name}.svg)\n");
        Line($"| {axis.Title} |{string.Concat(plot.Lines.Select(line => $" {line.Name} |"))}");
        Line($"|--:|{string.Concat(plot.Lines.Select(_ => "--:|"))}");
        for (var i = 0; i < axis.Values.Count; i++)
        {
            Line($"| {Axis.TextOf(axis.Values[i])} |{string.Concat(plot.Lines.Select(line => Cell(line.Points[i])))}");
        }

        return table.ToString();

        void Line(FormattableString line) => table.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
    }

    private static string Cell(PlotPoint point) =>
        string.Create(CultureInfo.InvariantCulture, $" {point.Y:0} ({point.Low:0} to {point.High:0}) |");
}
