using System.Globalization;
using System.Text;
using System.Text.Json;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A million actors that live and have nothing to do: what each costs above Akka's own, one process per state.</summary>
internal static class IdleRun
{
    public const int Actors = 1_000_000;

    /// <summary>
    /// What was promised, in bytes above Akka's own mailbox: of an actor that has nothing to do, and of one that has worked, while nobody
    /// listens. One that has been recorded keeps its counts and its path besides.
    /// </summary>
    private const double Limit = 200;

    private static readonly string[] States = ["uninstrumented", "idle", "metrics", "both-all"];

    /// <returns>Whether the promise is kept in every state.</returns>
    public static async Task<bool> Run(int actors)
    {
        var figures = new Dictionary<string, IdleFigures>();
        foreach (var state in States)
        {
            figures[state] = await ChildProcess.Once<IdleFigures>(state, [IdleProgram.Command, state, $"{actors}"], TimeSpan.FromMinutes(4));
            Console.WriteLine($"{state,-15} {figures[state]}");
        }

        var table = Table(figures, actors);
        Console.WriteLine($"\n{table}");
        var plain = figures[States[0]];
        var kept = figures.Values.All(state => state.Started - plain.Started <= Limit)
            && figures["idle"].AfterOneMessage - plain.AfterOneMessage <= Limit;

        // a look at fewer is not a record
        if (actors >= Actors)
        {
            Write(table, figures);
        }

        return kept;
    }

    private static string Table(Dictionary<string, IdleFigures> figures, int actors)
    {
        var plain = figures[States[0]];
        var text = new StringBuilder();
        Line($"{Environs.Text}\n");
        Line($"**{actors:N0} idle actors** below a hundred parents, bytes of an actor on the heap; the limit is {Limit} above Akka's own. An actor that has been measured keeps a count for each message type and the runnable that closes its invokes; a traced one also keeps its path\n");
        Line($"| state | started | above | after a message each | above | left when stopped | start | stop | collection of the metrics | full garbage collection |");
        Line($"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        foreach (var (state, found) in figures)
        {
            var (started, worked) = found == plain
                ? ("", "")
                : (Invariant($"{found.Started - plain.Started:0.0}"), Invariant($"{found.AfterOneMessage - plain.AfterOneMessage:0.0}"));
            Line($"| {state} | {found.Started:0.0} | {started} | {found.AfterOneMessage:0.0} | {worked} | {found.Left:0.0} | {found.StartSeconds:0.0} s | {found.StopSeconds:0.0} s | {(found.CollectMilliseconds == 0 ? "" : Invariant($"{found.CollectMilliseconds:0} ms"))} | {found.GarbageMilliseconds:0} ms |");
        }

        return text.ToString();

        void Line(FormattableString line) => text.Append(Invariant(line)).Append('\n');
    }

    private static void Write(string table, Dictionary<string, IdleFigures> figures)
    {
        var result = new { Environs.Machine, Environs.Runtime, Environs.Akka, Environs.Date, Actors, Rows = figures };
        File.WriteAllText(PathOf("json"), JsonSerializer.Serialize(result, ResultFiles.Json) + "\n");
        File.WriteAllText(PathOf("md"), $"# Idle actors\n\nWritten by `dotnet run -c Release --project benchmarks/Macro -- million`; [how it is measured](../README.md).\n\n{table}");
    }

    private static string PathOf(string kind) => Environs.PathOf($"benchmarks/results/million.{kind}");

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
