using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Counts instructions and cache lines of the steady state, which no neighbour of the machine changes: each operation is stepped through several
/// times, and the median by lines is shown.
/// </summary>
internal static class TouchedRun
{
    private const int Operations = 9;
    private const int Shown = 25;

    private static readonly string[] States = ["uninstrumented", "idle", "metrics", "both-1pct", "both-all"];

    /// <param name="arguments">Operations and states by name; all of those that are not named. <c>methods</c> lists methods too.</param>
    public static int Run(IReadOnlyList<string> arguments)
    {
        var operations = Named(OneThread.All.Keys, OneThread.All.Keys);
        var states = Named(Benchmarks.States.All.Select(state => state.Name), States);
        var text = new StringBuilder("| operation | state | messages | instructions | lines of code | lines of data | lines of the stack |\n|---|---|--:|--:|--:|--:|--:|\n");
        foreach (var operation in operations)
        {
            foreach (var state in states)
            {
                var (touched, symbols) = Step(state, operation);
                text.Append(CultureInfo.InvariantCulture,
                    $"| {operation} | `{state}` | {OneThread.Messages[operation]} | {touched.Instructions:N0} | {touched.CodeLines} | {touched.DataLines} | {touched.StackLines} |\n");
                if (arguments.Contains("methods"))
                {
                    Console.WriteLine($"{operation} {state}");
                    foreach (var (name, method) in touched.MethodsBy(symbols).Take(Shown))
                    {
                        Console.WriteLine($"{method.Instructions,7} {method.CodeLines,4} {method.DataLines,4}  {name}");
                    }
                }
            }
        }

        Console.WriteLine(text);
        return 0;

        IReadOnlyList<string> Named(IEnumerable<string> known, IEnumerable<string> usual) =>
            known.Where(arguments.Contains).ToList() is { Count: > 0 } named ? named : [.. usual];
    }

    private static (Touched Touched, Symbols Symbols) Step(string state, string operation)
    {
        // A child of a shell, not of this process: the runtime would take the reports of its own child's stops.
        string[] program = [Environment.ProcessPath!, Assembly.GetExecutingAssembly().Location, TouchedChild.Command, state, operation];
        var child = new ProcessStartInfo("/bin/sh", ["-c", "exec 3<&0; \"$0\" \"$@\" <&3 & wait", .. program])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            Environment = { ["DOTNET_PerfMapEnabled"] = "3" },
        };
        using var process = Process.Start(child)!;
        try
        {
            var stepped = ReadProcess(process.StandardOutput);
            using var stepper = new Stepper(stepped);
            var found = new List<Touched>();
            for (var tried = 0; found.Count < Operations && tried < 3 * Operations; tried++)
            {
                process.StandardInput.WriteLine("next");
                process.StandardInput.Flush();
                stepper.AwaitStop();
                if (stepper.StepToStop() is { } touched)
                {
                    found.Add(touched);
                }
                else
                {
                    Console.Error.WriteLine($"{operation} {state}: a step was interrupted");
                }

                stepper.Resume();
            }

            if (found.Count == 0)
            {
                throw new InvalidOperationException($"{operation} {state}: every step was interrupted");
            }

            return (found.OrderBy(touched => touched.CodeLines + touched.DataLines).ElementAt(found.Count / 2), new Symbols(stepped));
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }

    private static int ReadProcess(StreamReader output)
    {
        while (output.ReadLine() is { } line)
        {
            if (line.StartsWith(ChildProgram.Answer, StringComparison.Ordinal))
            {
                return int.Parse(line[ChildProgram.Answer.Length..], CultureInfo.InvariantCulture);
            }
        }

        throw new InvalidOperationException("the process has ended");
    }
}
