using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What the command line can ask for; each returns the exit code.</summary>
internal static class Commands
{
    private const string Usage =
        """
        ./build.sh bench [quick] [workload=a,b] [state=a,b] [rounds=n] [iterations=n] [messages=n]
            quick    the workload tell-3m with a third of its messages: under 3 minutes; without it about 20
            rounds   how often each state gets new processes (1)
        ./build.sh bench micro [arguments of BenchmarkDotNet]   each stage of a message's life
        ./build.sh bench scaling [axis...] [iterations]         cost over actors, types, threads, backlog, spans: tables and plots
        ./build.sh bench check      every workload for a moment in two states, and a child that hangs: does the harness work?
        ./build.sh bench document   write benchmarks/results/latest.akka.json into docs/performance.md again

        The table is printed and written to benchmarks/results/latest.<host>.md and .json; a whole run on the real
        Akka also writes it into docs/performance.md.
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

        var watch = Stopwatch.StartNew();
        var result = await Rounds.Run(options);
        ResultFiles.Write(result);
        if (options.IsWholeRecord && result.Host == PerformanceDocument.Host)
        {
            PerformanceDocument.Update(result);
        }

        Console.WriteLine($"\n{ResultTable.Write(result)}\nmeasured in {watch.Elapsed:m\\:ss}");
        return result.Rows.Any(row => row.Problem is not null) ? 1 : 0;
    }

    public static async Task<int> Child(string state, string workload, int messages)
    {
        await ChildProgram.Run(States.Named(state), Workloads.Named(workload), messages);
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
        var iterations = arguments.Select(argument => int.TryParse(argument, out var number) ? number : 0).FirstOrDefault(number => number > 0, 5);
        var axes = Axis.All.Where(axis => arguments.Contains(axis.Name)).ToList();
        var whole = axes.Count == 0;
        var measured = await ScalingRun.Run(whole ? Axis.All : axes, iterations);
        if (whole && Environs.Host == PerformanceDocument.Host)
        {
            PerformanceDocument.Update(measured);
        }

        return 0;
    }

    public static async Task<int> Check() => await SelfCheck.Passes() ? 0 : 1;

    public static int Document()
    {
        PerformanceDocument.Update(ResultFiles.Read(PerformanceDocument.Host));
        return 0;
    }

    public static int Help()
    {
        Console.WriteLine(Usage);
        return 0;
    }
}
