using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The measuring process of one framework. After its warm-up it answers <c>round|workload|state|messages</c> on its input
/// with a <see cref="PeerTurn"/>.
/// </summary>
internal static class PeerChild
{
    public const string Command = "child";

    private const double TurnSeconds = 0.2;
    private const int FewMessages = 4_000;
    private const int ManyMessages = 1_000_000;

    // Longer than this library takes to see a new listener and to choose which messages it times.
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(0.25);

    public static async Task<int> Run(string name)
    {
        await using var framework = Framework.All[name]();
        await framework.Start();
        NodeProcess.Write(await WarmUp(framework));
        while (Console.In.ReadLine()?.Split('|') is ["round", var workload, var state, var messages])
        {
            NodeProcess.Write(await Turn(
                framework, Enum.Parse<PeerWorkload>(workload), PeerState.Named(state), int.Parse(messages, null)));
        }

        return 0;
    }

    // All states, so that the runtime has replaced its first code; then how many messages a turn has.
    private static async Task<PeerReady> WarmUp(Framework framework)
    {
        var messages = new Dictionary<PeerWorkload, int>();
        foreach (var workload in Enum.GetValues<PeerWorkload>().Where(workload => framework.SpansPerMessage(workload) is not null))
        {
            for (var i = 0; i < 2; i++)
            {
                foreach (var state in PeerState.All.Where(framework.Has))
                {
                    await Turn(framework, workload, state, FewMessages);
                }
            }

            var some = await Turn(framework, workload, PeerState.Off, FewMessages * 5);
            var many = (int)Math.Clamp(TurnSeconds * 1e9 / some.WallNanoseconds, FewMessages, ManyMessages);
            messages[workload] = many / (10 * Lanes.Count) * 10 * Lanes.Count;
        }

        return new(messages, [.. PeerState.All.Where(framework.Has).Select(state => state.Name)]);
    }

    private static async Task<PeerTurn> Turn(Framework framework, PeerWorkload workload, PeerState state, int messages)
    {
        using var heard = new Heard(framework, state);
        var settled = Stopwatch.StartNew();
        do
        {
            await framework.Run(workload, state, Math.Min(messages, FewMessages));
        }
        while (settled.Elapsed < Settling);

        await Quiet(heard);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        heard.Reset();

        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        var paused = GC.GetTotalPauseDuration();
        var processor = Environment.CpuUsage.TotalTime;
        var start = Stopwatch.GetTimestamp();
        await framework.Run(workload, state, messages);
        heard.Collect();
        var wall = Stopwatch.GetElapsedTime(start);
        processor = Environment.CpuUsage.TotalTime - processor;
        paused = GC.GetTotalPauseDuration() - paused;
        bytes = GC.GetTotalAllocatedBytes(precise: true) - bytes;

        await Quiet(heard);
        heard.Collect();
        return new(
            processor.TotalNanoseconds / messages,
            wall.TotalNanoseconds / messages,
            (double)heard.Spans / messages,
            heard.Points,
            (double)heard.Messages / messages,
            (double)bytes / messages,
            paused.TotalNanoseconds / messages,
            Check(framework, workload, state, messages, heard));
    }

    // Some spans end behind the handler: until no more come.
    private static async Task Quiet(Heard heard)
    {
        long before;
        do
        {
            before = heard.Spans;
            await Task.Delay(5);
        }
        while (heard.Spans != before);
    }

    // Within one in a hundred, because a framework may have messages of its own; a random share within five deviations too.
    private static bool Check(Framework framework, PeerWorkload workload, PeerState state, int messages, Heard heard)
    {
        var sampled = (double)heard.Spans / Math.Max(1, framework.SpansPerMessage(workload) ?? 0);
        var deviation = Math.Sqrt(messages * state.Share * (1 - state.Share));
        var spans = Math.Abs(sampled - (messages * state.Share)) <= (5 * deviation) + (0.01 * messages * state.Share);
        var points = state.HasMetrics ? heard.Points > 0 && heard.Messages >= 0.99 * messages : heard.Points == 0;
        return spans && points;
    }
}

/// <summary>What the framework has.</summary>
/// <param name="Messages">Of a turn of each workload.</param>
/// <param name="States">By name.</param>
internal sealed record PeerReady(IReadOnlyDictionary<PeerWorkload, int> Messages, IReadOnlyList<string> States);

/// <summary>One turn, per message but for the points.</summary>
/// <param name="ProcessorNanoseconds">Of all threads of the process, one collection of the metrics included.</param>
/// <param name="Counted">By the framework's own instrument.</param>
/// <param name="Bytes">Allocated.</param>
/// <param name="PauseNanoseconds">For which collections of garbage stopped all threads.</param>
/// <param name="IsValid">Whether spans and points are as many as the state must have.</param>
internal sealed record PeerTurn(
    double ProcessorNanoseconds, double WallNanoseconds, double Spans, long Points, double Counted, double Bytes,
    double PauseNanoseconds, bool IsValid);
