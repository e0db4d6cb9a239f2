using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The measuring process of one state. After its warm-up it answers each line on its input with a <see cref="NodeTurn"/>.</summary>
internal static class NodeChild
{
    public const string Command = "child";
    public const int Messages = 40_000;

    private const int Counted = 1_600;

    public static async Task<int> Run(NodeState state)
    {
        var spans = new SpanCounter();
        using var tracer = state.Trace == Traced.Unheard ? null : Sdk.CreateTracerProviderBuilder()
            .SetSampler(new ParentBasedSampler(new AlwaysOnSampler()))
            .AddAkkaInstrumentation()
            .AddProcessor(new SimpleActivityExportProcessor(spans))
            .Build();
        using var meter = !state.Metrics ? null : Sdk.CreateMeterProviderBuilder()
            .AddAkkaInstrumentation()
            .AddReader(new PeriodicExportingMetricReader(new PointCounter(), 1_000))
            .Build();
        await using var nodes = new TwoNodes(state);
        var game = new RemotePingPong(nodes, state.Trace);

        // The nodes meet, and the runtime replaces its first code.
        for (var i = 0; i < 6; i++)
        {
            await game.Run(Messages / 2);
            await Task.Delay(150);
        }

        NodeProcess.Write(await Count(nodes, game, spans));
        while (Console.In.ReadLine() is not null)
        {
            NodeProcess.Write(await Turn(game));
        }

        return 0;
    }

    // Only now: both nodes know whether the other one reads contexts.
    private static async Task<NodeReady> Count(TwoNodes nodes, RemotePingPong game, SpanCounter spans)
    {
        game.KeepsWritten = true;
        nodes.ForgetWritten();
        var before = spans.Exported;
        await game.Run(Counted);
        await Task.Delay(50);
        var (written, bytes) = nodes.TakeWritten();
        game.KeepsWritten = false;
        return new((double)bytes / written, 100.0 * (spans.Exported - before) / Counted);
    }

    private static async Task<NodeTurn> Turn(RemotePingPong game)
    {
        using var process = Process.GetCurrentProcess();
        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        var cpu = process.TotalProcessorTime;
        var start = Stopwatch.GetTimestamp();
        await game.Run(Messages);
        var elapsed = Stopwatch.GetElapsedTime(start);
        process.Refresh();
        return new(
            elapsed.TotalNanoseconds / Messages,
            (process.TotalProcessorTime - cpu).TotalNanoseconds / Messages,
            (double)(GC.GetTotalAllocatedBytes(precise: true) - bytes) / Messages);
    }
}
