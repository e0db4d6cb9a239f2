using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Draws a plot as SVG without any library: logarithmic abscissa, linear ordinate, the middle half of each point as a bar,
/// names at the lines' ends, colours that work on light and dark pages.
/// </summary>
internal static class SvgPlot
{
    private const int Width = 720;
    private const int Height = 340;
    private const int Left = 64;
    private const int Right = 130;
    private const int Top = 44;
    private const int Bottom = 56;
    private const int LabelHeight = 16;

    private static readonly double[] Steps = [1, 2, 4, 6, 8, 10];
    private static readonly string[] Colours = ["#1f9e89", "#3b82d6", "#c77d0a", "#d0457a"];

    public static string Draw(Plot plot)
    {
        var frame = new Frame(plot);
        var svg = new StringBuilder(
            $$"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{Width}} {{Height}}" role="img" aria-label="{{plot.Title}}, by {{plot.Abscissa}}">
            <style>
              text { font: 12px system-ui, sans-serif; fill: #57606a }
              .title { font-size: 14px; fill: #24292f }
              .grid { stroke: #8c959f; stroke-opacity: .3 }
              .zero { stroke: #8c959f }
              @media (prefers-color-scheme: dark) { text { fill: #9da7b1 } .title { fill: #e6edf3 } }
            </style>
            <text class="title" x="{{Left}}" y="22">{{plot.Title}}</text>
            <text x="{{(Left + Width - Right) / 2}}" y="{{Height - 10}}" text-anchor="middle">{{plot.Abscissa}}</text>

            """);
        Grid(svg, frame);
        Lines(svg, plot, frame);
        return svg.Append("</svg>\n").ToString();
    }

    private static void Grid(StringBuilder svg, Frame frame)
    {
        for (var value = frame.Lowest; value <= frame.Highest + (frame.Step / 2); value += frame.Step)
        {
            var y = frame.Y(value);
            Add(svg, $"<line class=\"{(value == 0 ? "zero" : "grid")}\" x1=\"{Left}\" x2=\"{Width - Right}\" y1=\"{y:0.#}\" y2=\"{y:0.#}\"/>\n");
            Add(svg, $"<text x=\"{Left - 8}\" y=\"{y + 4:0.#}\" text-anchor=\"end\">{value:0.##}</text>\n");
        }

        foreach (var value in frame.Values)
        {
            Add(svg, $"<text x=\"{frame.X(value):0.#}\" y=\"{Height - Bottom + 20}\" text-anchor=\"middle\">{Axis.TextOf(value)}</text>\n");
        }
    }

    private static void Lines(StringBuilder svg, Plot plot, Frame frame)
    {
        // names from the top down, pushed apart where lines end close together, and the last one not off the page
        var ends = plot.Lines.Select((line, index) => (line, index)).OrderByDescending(entry => entry.line.Points[^1].Y).ToList();
        var free = double.MinValue;
        for (var i = 0; i < ends.Count; i++)
        {
            var (line, index) = ends[i];
            var colour = Colours[index % Colours.Length];
            var points = line.Points.Select(point => FormattableString.Invariant($"{frame.X(point.X):0.#},{frame.Y(point.Y):0.#}"));
            Add(svg, $"<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{string.Join(' ', points)}\"/>\n");
            foreach (var point in line.Points)
            {
                var x = frame.X(point.X);
                Add(svg, $"<line stroke=\"{colour}\" stroke-opacity=\".5\" x1=\"{x:0.#}\" x2=\"{x:0.#}\" y1=\"{frame.Y(point.Low):0.#}\" y2=\"{frame.Y(point.High):0.#}\"/>\n");
                Add(svg, $"<circle cx=\"{x:0.#}\" cy=\"{frame.Y(point.Y):0.#}\" r=\"3\" fill=\"{colour}\"/>\n");
            }

            var lowest = Height - Bottom - ((ends.Count - 1 - i) * LabelHeight);
            free = Math.Max(Math.Min(frame.Y(line.Points[^1].Y) + 4, lowest), free + LabelHeight);
            Add(svg, $"<text x=\"{Width - Right + 12}\" y=\"{free:0.#}\" style=\"fill:{colour}\">{line.Name}</text>\n");
        }
    }

    private static void Add(StringBuilder svg, FormattableString text) => svg.Append(text.ToString(CultureInfo.InvariantCulture));

    /// <summary>Where values stand. Noise may reach below zero, and is shown.</summary>
    private sealed class Frame
    {
        public Frame(Plot plot)
        {
            Values = [.. plot.Lines[0].Points.Select(point => point.X)];
            var all = plot.Lines.SelectMany(line => line.Points).ToList();
            var (low, high) = (Math.Min(0, all.Min(point => point.Low)), Math.Max(1, all.Max(point => point.High)));
            Step = NiceAbove((high - low) / 5);
            Lowest = Math.Floor(low / Step) * Step;
            Highest = Math.Ceiling(high / Step) * Step;
        }

        public IReadOnlyList<double> Values { get; }

        public double Step { get; }

        public double Lowest { get; }

        public double Highest { get; }

        public double X(double value) =>
            Left + 12 + ((Width - Left - Right - 24) * Math.Log(value / Values[0]) / Math.Log(Values[^1] / Values[0]));

        public double Y(double value) => Height - Bottom - ((Height - Top - Bottom) * (value - Lowest) / (Highest - Lowest));

        private static double NiceAbove(double value)
        {
            var magnitude = Math.Pow(10, Math.Floor(Math.Log10(value)));
            return Steps.Select(step => step * magnitude).First(nice => nice >= value);
        }
    }
}
