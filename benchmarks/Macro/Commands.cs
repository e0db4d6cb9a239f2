using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What the command line can ask for; each returns the exit code.</summary>
internal static class Commands
{
    private const string Usage =
        """
        dotnet run -c Release --project benchmarks/Macro            all of the following, about two hours
        dotnet run -c Release --project benchmarks/Macro -- macro      throughput of all workloads: tell-3m in all states, the others in some
        dotnet run -c Release --project benchmarks/Macro -- [quick] [record] [workload=a,b] [state=a,b] [rounds=n] [iterations=n] [messages=n]
            quick    the workload tell-3m with a third of its messages: under 3 minutes
            record   the rows join the record of this processor and day
            rounds   how often each state gets new processes (2 to 10)
        dotnet run -c Release --project benchmarks/Micro -- [stage...] [arguments of BenchmarkDotNet]   each stage of a message's life, each mailbox
        dotnet run -c Release --project benchmarks/Nodes -- [quick]   messages between two nodes of Akka.Remote; needs the packages
        dotnet run -c Release --project benchmarks/Macro -- scaling [axis...] [iterations]   cost over actors, types, threads, backlog, share, spans: tables and plots
        dotnet run -c Release --project benchmarks/Macro -- million [actors]   bytes, start, stop and collection of idle actors
        dotnet run -c Release --project benchmarks/Macro -- start [processes]   time and bytes until an actor system, an actor and a message type work
        dotnet run -c Release --project benchmarks/Macro -- entered [kind]   which types of the library the first messages of an actor enter: unsampled, sampled, failing, awaiting
        dotnet run -c Release --project benchmarks/Macro -- check      every workload for a moment in two states, and a child that hangs: does the harness work?
        dotnet run -c Release --project benchmarks/Macro -- document   write the records into docs/performance.md, docs/comparison.md and README.md again
        dotnet run -c Release --project benchmarks/Macro -- touched [operation...] [state...] [methods]   instructions and cache lines of the steady state (Linux, x64)

        Tables are printed and written to benchmarks/results; whole runs also write theirs into
        docs/performance.md and README.md. benchmarks/README.md explains what is measured and how.
        """;

    public static async Task<int> Bench(IReadOnlyList<string> arguments)
    {
        BenchOptions options;
        try
        {
            options = BenchOptions.Parse(arguments);
        }
        catch (ArgumentException wrong)
        {
            Console.Error.WriteLine($"bench: {wrong.Message}\n\n{Usage}");
            return 2;
        }

        // outside of a working tree it fails now, not when all has been measured
        Directory.CreateDirectory(Environs.PathOf("artifacts"));
        var watch = Stopwatch.StartNew();
        var result = await Rounds.Run(options);
        if (options.IsKept)
        {
            ResultFiles.AddToRecord(result);
            Publish();
        }
        else
        {
            ResultFiles.WriteLook(result);
        }

        Console.WriteLine($"\n{ResultTable.Write(result)}\nmeasured in {Minutes(watch.Elapsed)}");
        return result.Rows.Any(row => row.Problem is not null) ? 1 : 0;
    }

    /// <summary>The whole record, one part after the other; a part that fails does not keep the others back.</summary>
    public static async Task<int> All()
    {
        var watch = Stopwatch.StartNew();
        var failed = await Bench([]) + Micro([]) + await Scaling([]) + await Million([]) + await Start([]);
        Console.WriteLine($"\nall measured in {Minutes(watch.Elapsed)}");
        return failed == 0 ? 0 : 1;
    }

    public static async Task<int> IdleChild(string state, int actors)
    {
        await IdleProgram.Run(States.Named(state), actors);
        return 0;
    }

    public static async Task<int> Million(IReadOnlyList<string> arguments) =>
        await IdleRun.Run(arguments is [var actors] ? int.Parse(actors) : IdleRun.Actors) ? 0 : 1;

    public static async Task<int> StartChild(string state)
    {
        await StartProgram.Run(States.Named(state));
        return 0;
    }

    public static async Task<int> Start(IReadOnlyList<string> arguments)
    {
        await StartRun.Run(arguments is [var processes] ? int.Parse(processes) : StartRun.Processes);
        return 0;
    }

    public static async Task<int> Child(string state, string workload, int messages)
    {
        await ChildProgram.Run(States.Named(state), Workloads.Named(workload), messages);
        return 0;
    }

    public static int TouchedChild(string state, string operation)
    {
        Benchmarks.TouchedChild.Run(States.Named(state), operation);
        return 0;
    }

    public static int Micro(IEnumerable<string> arguments)
    {
        string[] run = ["run", "-c", "Release", "--project", "benchmarks/Micro", "--", .. arguments];
        using var micro = Process.Start(new ProcessStartInfo("dotnet", run) { WorkingDirectory = Environs.RepositoryRoot })!;
        micro.WaitForExit();
        return micro.ExitCode;
    }

    /// <summary>All axes, or those that are named; a number is the count of iterations.</summary>
    public static async Task<int> Scaling(IReadOnlyList<string> arguments)
    {
        var unknown = arguments.Where(argument => !int.TryParse(argument, out _)).Except(Axis.All.Select(axis => axis.Name)).ToList();
        if (unknown.Count > 0)
        {
            Console.Error.WriteLine($"bench scaling: '{unknown[0]}' is unknown\n\n{Usage}");
            return 2;
        }

        var watch = Stopwatch.StartNew();
        var iterations = arguments.Select(argument => int.TryParse(argument, out var number) ? number : 0).FirstOrDefault(number => number > 0, ScalingRun.Iterations);
        var axes = Axis.All.Where(axis => arguments.Contains(axis.Name)).ToList();
        ScalingResult.Write(await ScalingRun.Run(axes.Count == 0 ? Axis.All : axes, iterations));
        Console.WriteLine($"measured in {Minutes(watch.Elapsed)}");
        return 0;
    }

    public static async Task<int> Check() => await SelfCheck.Passes() ? 0 : 1;

    public static int Document()
    {
        Publish();
        return 0;
    }

    public static int Help()
    {
        Console.WriteLine(Usage);
        return 0;
    }

    private static string Minutes(TimeSpan time) => $"{(int)time.TotalMinutes}:{time:ss}";

    private static void Publish()
    {
        var records = ResultFiles.ReadRecords();
        PerformanceDocument.Paste("cost", CostTable.Write(records));
        PerformanceDocument.Paste("cost", CostTable.Sentence(records), "README.md");
        PerformanceDocument.Paste("cost", CostTable.Comparison(records), "docs/comparison.md");
        PerformanceDocument.Paste("phobos", PublishedTable.Write(records));
        File.WriteAllText(Environs.PathOf("docs/plots/cost.svg"), SvgPlot.Draw(CostTable.Chart(records)));
    }
}
