using System.Globalization;
using System.Text;
using System.Text.Json;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What the start of an actor system, an actor and a message type takes: many fresh processes for each state, in turns, and their medians.</summary>
internal static class StartRun
{
    public const int Processes = 15;

    private static readonly string[] States = ["uninstrumented", "idle", "metrics", "both-1pct"];

    private static readonly (string Name, Func<StartFigures, Taken> Of)[] Steps =
    [
        ("first actor system", figures => figures.System),
        ("first actor, until it answers", figures => figures.Actor),
        ("first actor of another type", figures => figures.OtherType),
        ("first message of another type", figures => figures.OtherMessage),
        ("another actor system", figures => figures.OtherSystem),
    ];

    public static async Task Run(int processes)
    {
        var all = States.ToDictionary(state => state, _ => new List<StartFigures>());
        for (var i = 0; i < processes; i++)
        {
            foreach (var state in i % 2 == 0 ? States : [.. States.Reverse()])
            {
                all[state].Add(await ChildProcess.Once<StartFigures>(state, [StartProgram.Command, state], TimeSpan.FromMinutes(1)));
            }
        }

        var table = Table(all, processes);
        Console.WriteLine($"\n{table}");

        // a look at fewer is not a record
        if (processes >= Processes)
        {
            Write(table, all);
        }
    }

    private static string Table(Dictionary<string, List<StartFigures>> all, int processes)
    {
        var text = new StringBuilder();
        Line($"{Environs.Text}\n");
        Line($"**Start**: medians of {processes} fresh processes of each state, in turns; milliseconds, and bytes that all threads allocated meanwhile\n");
        Line($"| step | {string.Join(" | ", States.Select(state => $"{state}: ms | bytes"))} |");
        Line($"|---|{string.Concat(States.Select(_ => "--:|--:|"))}");
        foreach (var (name, of) in Steps)
        {
            var cells = States.Select(state => Invariant($"{all[state].Select(figures => of(figures).Milliseconds).Median():0.00} | {all[state].Select(figures => (double)of(figures).Bytes).Median():0}"));
            Line($"| {name} | {string.Join(" | ", cells)} |");
        }

        return text.ToString();

        void Line(FormattableString line) => text.Append(Invariant(line)).Append('\n');
    }

    private static void Write(string table, Dictionary<string, List<StartFigures>> all)
    {
        var result = new { Environs.Machine, Environs.Runtime, Environs.Akka, Environs.Date, Rows = all };
        File.WriteAllText(PathOf("json"), JsonSerializer.Serialize(result, ResultFiles.Json) + "\n");
        File.WriteAllText(PathOf("md"), $"# Start\n\nWritten by `dotnet run -c Release --project benchmarks/Macro -- start`; [how it is measured](../README.md).\n\n{table}");
    }

    private static string PathOf(string kind) => Environs.PathOf($"benchmarks/results/start.{kind}");

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
