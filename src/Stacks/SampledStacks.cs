using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace AkkaInstrumentation;

/// <summary>
/// The stacks of all threads of this process that run managed code, by .NET's sample profiler. Whoever asks takes care that one is taken at a time.
/// </summary>
internal sealed class SampledStacks : IThreadStacks
{
    public static readonly SampledStacks Instance = new();

    private const string Profiler = "Microsoft-DotNETCore-SampleProfiler";
    private const int BufferMegabytes = 16;

    // The profiler looks at the threads every 10 ms.
    private static readonly TimeSpan Lasts = TimeSpan.FromMilliseconds(50);

    private SampledStacks()
    {
    }

    public async Task<IReadOnlyList<IReadOnlyList<string>>> TakeAsync(CancellationToken cancel)
    {
        var file = Path.Combine(Path.GetTempPath(), $"akka-stacks-{Guid.NewGuid():N}.nettrace");
        var converted = Path.ChangeExtension(file, ".etlx");
        try
        {
            await Sample(file, cancel).ConfigureAwait(false);
            return Read(TraceLog.CreateFromEventPipeDataFile(file, converted));
        }
        finally
        {
            File.Delete(file);
            File.Delete(converted);
        }
    }

    private static async Task Sample(string file, CancellationToken cancel)
    {
        var client = new DiagnosticsClient(Environment.ProcessId);
        using var session = await client.StartEventPipeSessionAsync(
            [new EventPipeProvider(Profiler, EventLevel.Informational)], requestRundown: true, BufferMegabytes, cancel).ConfigureAwait(false);
        var to = File.Create(file);
        await using (to.ConfigureAwait(false))
        {
            var copy = session.EventStream.CopyToAsync(to, cancel);
            await Task.Delay(Lasts, cancel).ConfigureAwait(false);

            // The names of methods come at the end.
            await session.StopAsync(cancel).ConfigureAwait(false);
            await copy.ConfigureAwait(false);
        }
    }

    // The latest of each thread, the innermost method first.
    private static List<IReadOnlyList<string>> Read(string converted)
    {
        using var log = new TraceLog(converted);
        var latest = new Dictionary<int, TraceCallStack>();
        foreach (var sample in log.Events)
        {
            if (sample.ProviderName == Profiler && sample.CallStack() is { } stack)
            {
                latest[sample.ThreadID] = stack;
            }
        }

        return [.. latest.Values.Select(Frames)];
    }

    private static IReadOnlyList<string> Frames(TraceCallStack stack)
    {
        var frames = new List<string>();
        for (var at = stack; at is not null; at = at.Caller)
        {
            frames.Add(at.CodeAddress.FullMethodName);
        }

        return frames;
    }
}
