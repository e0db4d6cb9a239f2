using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Draws a plot as SVG without any library: logarithmic abscissa, ordinate from zero, names at the lines' ends, colours
/// that work on light and dark pages.
/// </summary>
internal static class SvgPlot
{
    private const int Width = 720;
    private const int Height = 320;
    private const int Left = 56;
    private const int Right = 150;
    private const int Top = 40;
    private const int Bottom = 36;
    private const int LabelHeight = 15;

    private static readonly double[] Steps = [1, 2, 4, 6, 8, 10];
    private static readonly string[] Colours = ["#1f9e89", "#3b82d6", "#c77d0a", "#d0457a"];

    public static string Draw(Plot plot)
    {
        var values = plot.Lines[0].Points.Select(point => point.X).ToList();
        var highest = NiceAbove(Math.Max(1, plot.Lines.SelectMany(line => line.Points).Max(point => point.Y)));
        var svg = new StringBuilder();
        Add(svg, $"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {Width} {Height}" role="img" aria-label="{plot.Title}">
            <style>
              text {"{"} font: 12px system-ui, sans-serif; fill: #57606a {"}"}
              .title {"{"} font-size: 14px; fill: #24292f {"}"}
              .grid {"{"} stroke: #8c959f; stroke-opacity: .3 {"}"}
              @media (prefers-color-scheme: dark) {"{"} text {"{"} fill: #9da7b1 {"}"} .title {"{"} fill: #e6edf3 {"}"} {"}"}
            </style>
            <text class="title" x="{Left}" y="20">{plot.Title}</text>

            """);
        Grid(svg, values, highest);
        Lines(svg, plot, values, highest);
        return svg.Append("</svg>\n").ToString();
    }

    private static void Grid(StringBuilder svg, List<double> values, double highest)
    {
        for (var i = 0; i <= 4; i++)
        {
            var y = Y(highest * i / 4, highest);
            Add(svg, $"<line class=\"grid\" x1=\"{Left}\" x2=\"{Width - Right}\" y1=\"{y:0.#}\" y2=\"{y:0.#}\"/>\n");
            Add(svg, $"<text x=\"{Left - 8}\" y=\"{y + 4:0.#}\" text-anchor=\"end\">{highest * i / 4:0.##}</text>\n");
        }

        foreach (var value in values)
        {
            Add(svg, $"<text x=\"{X(value, values):0.#}\" y=\"{Height - Bottom + 20}\" text-anchor=\"middle\">{Axis.TextOf(value)}</text>\n");
        }
    }

    private static void Lines(StringBuilder svg, Plot plot, List<double> values, double highest)
    {
        // names from the top down, pushed apart where lines end close together
        var free = double.MinValue;
        foreach (var (line, index) in plot.Lines.Select((line, index) => (line, index)).OrderByDescending(entry => entry.line.Points[^1].Y))
        {
            var colour = Colours[index % Colours.Length];
            var points = line.Points.Select(point => FormattableString.Invariant($"{X(point.X, values):0.#},{Y(point.Y, highest):0.#}"));
            Add(svg, $"<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{string.Join(' ', points)}\"/>\n");
            foreach (var (x, y) in line.Points)
            {
                Add(svg, $"<circle cx=\"{X(x, values):0.#}\" cy=\"{Y(y, highest):0.#}\" r=\"3\" fill=\"{colour}\"/>\n");
            }

            free = Math.Max(Y(line.Points[^1].Y, highest) + 4, free + LabelHeight);
            Add(svg, $"<text x=\"{Width - Right + 10}\" y=\"{free:0.#}\" style=\"fill:{colour}\">{line.Name}</text>\n");
        }
    }

    private static double X(double value, List<double> values) =>
        Left + ((Width - Left - Right) * Math.Log(value / values[0]) / Math.Log(values[^1] / values[0]));

    // noise below zero is drawn at zero
    private static double Y(double value, double highest) =>
        Height - Bottom - ((Height - Top - Bottom) * Math.Max(0, value) / highest);

    private static double NiceAbove(double value)
    {
        var magnitude = Math.Pow(10, Math.Floor(Math.Log10(value)));
        return Steps.Select(step => step * magnitude).First(nice => nice >= value);
    }

    private static void Add(StringBuilder svg, FormattableString text) => svg.Append(text.ToString(CultureInfo.InvariantCulture));
}
