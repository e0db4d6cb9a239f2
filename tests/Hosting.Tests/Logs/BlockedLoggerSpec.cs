using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Event;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>A logger that is slow or blocked: its lines wait with their ids, and nothing else.</summary>
public sealed class BlockedLoggerSpec
{
    private const int Lines = 100;

    [Fact]
    public async Task Waiting_lines_hold_no_span_alive_and_lose_no_ids()
    {
        await using var host = await LogHost.Start();
        using var gate = new ManualResetEventSlim();
        using var blocked = new ManualResetEventSlim();
        host.Plain.OnLine = text =>
        {
            if (text.Contains("the first", StringComparison.Ordinal))
            {
                blocked.Set();
                Eventually.Block(gate);
            }
        };
        host.System.Log.Info("the first");
        Eventually.Block(blocked);

        var spans = await OnAnotherThread(() => Log(host.System.Log));
        await Eventually.True(() =>
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            return spans.All(span => !span.Alive.IsAlive);
        });

        gate.Set();
        for (var i = 0; i < Lines; i++)
        {
            await host.AssertIn(spans[i].Ids, $"line number {i};");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (WeakReference Alive, ActivityContext Ids)[] Log(ILoggingAdapter log) =>
        [.. Enumerable.Range(0, Lines).Select(i =>
        {
            using var span = new Activity("span").SetIdFormat(ActivityIdFormat.W3C);
            span.ActivityTraceFlags = ActivityTraceFlags.Recorded;
            span.Start();
            log.Info($"line number {i};");
            return (new WeakReference(span), LogHost.Ids(span.Context));
        })];

    // The thread has nothing of them left when it has ended.
    private static Task<T> OnAnotherThread<T>(Func<T> action)
    {
        var result = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() => result.SetResult(action())) { IsBackground = true };
        thread.UnsafeStart();
        return Eventually.Within(result.Task);
    }
}
