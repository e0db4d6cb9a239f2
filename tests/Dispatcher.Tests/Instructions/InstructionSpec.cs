using System.Diagnostics;
using System.Globalization;
using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests.Instructions;

/// <summary>
/// How many instructions a message costs above plain Akka, from its Tell to the end of its invoke: exact where time is
/// noise. The limits leave room for another processor or runtime; who adds work to every message meets them.
/// </summary>
public class InstructionSpec(ITestOutputHelper output)
{
    private static readonly Lazy<double> Plain = new(() => PerMessage(ListenerState.Plain));

    [FactOnLinuxX64]
    public void Nobody_listens() => AtMost(200, ListenerState.Idle);

    [FactOnLinuxX64]
    public void Metrics_of_a_message_that_is_not_timed() => AtMost(620, ListenerState.Metrics);

    [FactOnLinuxX64]
    public void A_message_that_is_not_sampled() => AtMost(880, ListenerState.NotSampled);

    [FactOnLinuxX64]
    public void A_message_that_is_not_sampled_where_baggage_could_flow() => AtMost(960, ListenerState.NotSampledWithBaggageConnected);

    private void AtMost(int limit, ListenerState state)
    {
        var added = PerMessage(state) - Plain.Value;
        output.WriteLine($"{state}: {added:0.00} above {Plain.Value:0.00}");
        Assert.InRange(added, 0, limit);
    }

    private static double PerMessage(ListenerState state)
    {
        using var process = Start(state);
        try
        {
            var line = process.StandardOutput.ReadLine();
            Assert.StartsWith(CountedProgram.Ready, line, StringComparison.Ordinal);
            var thread = int.Parse(line![CountedProgram.Ready.Length..], CultureInfo.InvariantCulture);

            var stepper = Stepper.AtFirstMark(thread, () => process.StandardInput.WriteLine());
            var fewest = Enumerable.Range(0, CountedProgram.Portions).Min(_ => stepper.ToNextMark());
            stepper.LetGo();
            return fewest / (double)CountedProgram.MessagesPerPortion;
        }
        finally
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
        }
    }

    // without tiers every method is optimised once, at its first call, and without a profile: always the same code
    // A grandchild: the runtime waits for its own children whenever one of them changes, and would take the steps for itself.
    private static Process Start(ListenerState state)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", "dotnet \"$0\" \"$1\"; exit $?", typeof(CountedProgram).Assembly.Location, $"{state}"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            Environment = { ["DOTNET_TieredCompilation"] = "0", ["DOTNET_TieredPGO"] = "0" },
        };
        return Process.Start(start)!;
    }
}
