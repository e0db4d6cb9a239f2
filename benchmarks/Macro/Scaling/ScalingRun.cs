using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Measures the processor time that a message costs above plain Akka along each axis, and draws it.</summary>
internal static class ScalingRun
{
    private static readonly TimeSpan AtMost = TimeSpan.FromSeconds(10);

    /// <returns>The axes that have a plot now: not those of which the library cannot be in any state yet.</returns>
    public static async Task<IReadOnlyList<Axis>> Run(IReadOnlyList<Axis> axes, int iterations)
    {
        var table = new StringBuilder(
            $"# What a message costs above plain Akka, in nanoseconds of processor time\n\n{Environs.Machine}, {Environment.ProcessorCount} cores; {Environs.Runtime}; Akka {Environs.Akka}, OpenTelemetry {Environs.OpenTelemetry}; written by `./build.sh bench scaling`.\n");
        var measured = new List<Axis>();
        foreach (var axis in axes.Select(Built).Where(axis => axis.Lines.Count > 0))
        {
            var plot = await Measure(axis, iterations);
            measured.Add(axis);
            File.WriteAllText(Environs.PathOf($"benchmarks/results/scaling-{axis.Name}.{Environs.Host}.svg"), SvgPlot.Draw(plot));
            Write(table, axis, plot);
        }

        File.WriteAllText(Environs.PathOf($"benchmarks/results/scaling.{Environs.Host}.md"), table.ToString());
        return measured;
    }

    private static Axis Built(Axis axis)
    {
        var lines = axis.Lines.ToLookup(line => line.State(axis.Values[0]).Unknown.Count == 0);
        foreach (var (line, state) in lines[false])
        {
            Console.WriteLine($"{axis.Name,-10} {line,-27} not built yet: {string.Join(", ", state(axis.Values[0]).Unknown)}");
        }

        return axis with { Lines = [.. lines[true]] };
    }

    private static async Task<Plot> Measure(Axis axis, int iterations)
    {
        var lines = axis.Lines.Select(line => new PlotLine(line.Line, [])).ToList();
        foreach (var value in axis.Values)
        {
            var workload = axis.Workload(value);
            for (var i = 0; i < lines.Count; i++)
            {
                var state = axis.Lines[i].State(value);
                var pair = await Pair.Measure(state, workload, workload.Messages, iterations, AtMost);
                var added = pair.Plain.Zip(pair.Measured, (plain, measured) => measured.CpuNanosecondsPerMessage - plain.CpuNanosecondsPerMessage).Median();
                lines[i].Points.Add((value, added));
                Console.WriteLine($"{axis.Name,-10} {Axis.TextOf(value),-8} {lines[i].Name,-18} {added:0} ns");
            }
        }

        return new Plot($"ns of processor time per message above plain Akka, by {axis.Title}", lines);
    }

    private static void Write(StringBuilder table, Axis axis, Plot plot)
    {
        table.Append(CultureInfo.InvariantCulture, $"\n| {axis.Title} | {string.Join(" | ", plot.Lines.Select(line => line.Name))} |\n");
        table.Append("|--:|").Insert(table.Length, "--:|", plot.Lines.Count).Append('\n');
        for (var i = 0; i < axis.Values.Count; i++)
        {
            var figures = plot.Lines.Select(line => line.Points[i].Y.ToString("0", CultureInfo.InvariantCulture));
            table.Append(CultureInfo.InvariantCulture, $"| {Axis.TextOf(axis.Values[i])} | {string.Join(" | ", figures)} |\n");
        }
    }
}
