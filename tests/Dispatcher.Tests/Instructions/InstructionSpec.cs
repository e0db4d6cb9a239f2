using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace AkkaInstrumentation.Tests.Instructions;

/// <summary>
/// How many instructions a message costs above plain Akka, from its Tell to the end of its invoke: exact where time is
/// noise. The limits leave room for another processor or runtime; who adds work to every message meets them.
/// </summary>
public class InstructionSpec(ITestOutputHelper output)
{
    private const int NobodyListens = 160;

    private static readonly ConcurrentDictionary<(Portioned What, int Messages), Lazy<double>> Plain = new();

    [FactWhereInstructionsCount]
    public void Nobody_listens() => AtMost(NobodyListens, ListenerState.Idle);

    [FactWhereInstructionsCount]
    public void Metrics_of_a_message_that_is_not_timed() => AtMost(360, ListenerState.Metrics);

    [FactWhereInstructionsCount]
    public void A_message_that_is_not_sampled() => AtMost(830, ListenerState.NotSampled);

    [FactWhereInstructionsCount]
    public void Metrics_of_one_message_in_a_run() => AtMost(700, ListenerState.Metrics, messages: 1);

    [FactWhereInstructionsCount]
    public void One_message_in_a_run_that_is_not_sampled() => AtMost(1650, ListenerState.NotSampled, messages: 1);

    [FactWhereInstructionsCount]
    public void A_child_of_an_activity_that_is_not_sampled() => AtMost(1800, ListenerState.NotSampled, Portioned.Children);

    /// <summary>Most of what a message costs in a system whose actors talk to each other: sent by a handler, alone in its run.</summary>
    [FactWhereInstructionsCount]
    public void Metrics_of_a_message_that_a_handler_sends() => AtMost(800, ListenerState.Metrics, Portioned.Hops, messages: 2);

    [FactWhereInstructionsCount]
    public void A_message_that_a_handler_sends_and_that_is_not_sampled() => AtMost(1700, ListenerState.NotSampled, Portioned.Hops, messages: 2);

    [FactWhereInstructionsCount]
    public void A_handler_that_awaits_and_is_not_sampled() => AtMost(2900, ListenerState.NotSampled, Portioned.Awaiting, messages: 1);

    /// <summary>The clock is woken too. Processes of the same source differ by 180 here.</summary>
    [FactWhereInstructionsCount]
    public void The_first_message_after_a_pause() => AtMost(4300, ListenerState.NotSampled, Portioned.AfterPause, messages: 1);

    /// <summary>The guard itself: one look-up more for each message, and the limit is met.</summary>
    [FactWhereInstructionsCount]
    public void Work_that_is_added_to_every_message_is_noticed() =>
        Assert.Throws<InRangeException>(() => AtMost(NobodyListens, ListenerState.IdleAndALookUp));

    /// <summary>The same in each process, but for what depends on where memory lies: else a limit would say nothing.</summary>
    [FactWhereInstructionsCount]
    public void The_count_is_the_same_each_time() => Assert.Equal(PlainOf(Portioned.Roots, messages: 3), PerMessage(ListenerState.Plain, Portioned.Roots, messages: 3), tolerance: 30);

    [FactWhereInstructionsCount]
    public void A_message_that_is_not_sampled_where_baggage_could_flow() => AtMost(850, ListenerState.NotSampledWithBaggageConnected);

    private void AtMost(int limit, ListenerState state, Portioned what = Portioned.Roots, int messages = 3)
    {
        var plain = PlainOf(what, messages);
        var added = PerMessage(state, what, messages) - plain;
        output.WriteLine($"{state}, {what}, {messages} messages a run: {added:0.00} above {plain:0.00}");
        Assert.InRange(added, 0, limit);
    }

    private static double PlainOf(Portioned what, int messages) =>
        Plain.GetOrAdd((what, messages), of => new(() => PerMessage(ListenerState.Plain, of.What, of.Messages))).Value;

    private static double PerMessage(ListenerState state, Portioned what, int messages)
    {
        using var process = Start(state, what, messages);
        try
        {
            var line = process.StandardOutput.ReadLine();
            Assert.StartsWith(CountedProgram.Ready, line, StringComparison.Ordinal);
            var thread = int.Parse(line![CountedProgram.Ready.Length..], CultureInfo.InvariantCulture);

            var stepper = Stepper.AtFirstMark(thread, () => process.StandardInput.WriteLine());
            var fewest = Enumerable.Range(0, CountedProgram.Portions).Min(_ => stepper.ToNextMark());
            stepper.LetGo();
            return fewest / (double)messages;
        }
        finally
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
        }
    }

    // Without tiers every method is optimised once, at its first call, and without a profile: always the same code. Where memory
    // lies decides a few jumps, so it always lies in the same place, if that can be had.
    // A grandchild: the runtime waits for its own children whenever one of them changes, and would take the steps for itself.
    private static Process Start(ListenerState state, Portioned what, int messages)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", "$(setarch -R true 2> /dev/null && echo setarch -R) dotnet \"$0\" \"$1\" \"$2\" \"$3\"; exit $?", typeof(CountedProgram).Assembly.Location, $"{state}", $"{what}", $"{messages}"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            Environment = { ["DOTNET_TieredCompilation"] = "0", ["DOTNET_TieredPGO"] = "0" },
        };
        return Process.Start(start)!;
    }
}
