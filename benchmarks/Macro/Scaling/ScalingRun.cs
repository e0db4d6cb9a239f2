using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Measures the processor time that a message costs above plain Akka along each axis, and draws it.</summary>
internal static class ScalingRun
{
    public const int Iterations = 7;

    private static readonly TimeSpan AtMost = TimeSpan.FromSeconds(8);

    public static async Task<IReadOnlyList<(Axis Axis, Plot Plot)>> Run(IEnumerable<Axis> axes, int iterations)
    {
        var measured = new List<(Axis, Plot)>();
        foreach (var axis in axes.Select(Built).Where(axis => axis.Lines.Count > 0))
        {
            measured.Add((axis, await Measure(axis, iterations)));
        }

        return measured;
    }

    // a state that the library cannot be in yet has no line
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
            var start = Stopwatch.GetTimestamp();
            var workload = axis.Workload(value);
            var states = axis.Lines.Select(line => line.State(value)).ToList();
            var rounds = new List<Iteration[]>();
            for (var process = 0; process < axis.Processes(value); process++)
            {
                rounds.AddRange((await Turns.Measure(states, workload, workload.Messages, iterations, AtMost)).Rounds);
            }

            for (var i = 0; i < lines.Count; i++)
            {
                var added = rounds.Select(round => round[i + 1].CpuNanosecondsPerMessage - round[0].CpuNanosecondsPerMessage).ToList();
                lines[i].Points.Add(new(value, added.Median(), added.Quantile(0.25), added.Quantile(0.75)));
            }

            var figures = lines.Select(line => $"{line.Name} {line.Points[^1].Y:0} ns");
            Console.WriteLine($"{axis.Name,-10} {Axis.TextOf(value),-8} {string.Join(", ", figures)} ({Stopwatch.GetElapsedTime(start).TotalSeconds:0} s)");
        }

        return new Plot("Processor time of a message above plain Akka, ns", axis.Title, lines);
    }
}
