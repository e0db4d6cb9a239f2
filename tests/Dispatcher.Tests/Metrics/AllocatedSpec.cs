namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>What handlers allocate, against what the runtime counts for the same arrays.</summary>
public sealed class AllocatedSpec
{
    private const int Size = 100_000;
    private const string All = "akka.instrumentation.metrics.distributions = all";

    // What an array has beside its bytes, with what a handler of a test and its own message box.
    private const double Least = Size;
    private const double Most = 1.25 * Size;

    [Fact]
    public async Task Each_handlers_bytes_count_for_its_type_and_message()
    {
        await using var system = Systems.Instrumented(All).Measured(out var metrics);
        var actor = system.ActorOf((context, message) =>
        {
            GC.KeepAlive(new byte[message is int ? Size : 10 * Size]);
            context.Sender.Tell(message);
        });
        for (var i = 0; i < 100; i++)
        {
            await actor.Ask<int>(i, TimeSpan.FromMinutes(5));
        }

        await actor.Ask<string>("large", TimeSpan.FromMinutes(5));
        await Eventually.Passes(() =>
        {
            Assert.InRange(Bytes(metrics, "Int32"), 100 * Least, 100 * Most);
            Assert.InRange(Bytes(metrics, "String"), 10 * Least, 10 * Most);
        });
    }

    [Fact]
    public async Task What_follows_an_await_counts_and_what_other_threads_allocate_does_not()
    {
        await using var system = Systems.Instrumented(All).Measured(out var metrics);
        var actor = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            var sender = context.Sender;
            GC.KeepAlive(new byte[Size]);
            await Task.Run(static () => GC.KeepAlive(new byte[100 * Size]));
            GC.KeepAlive(new byte[Size]);
            sender.Tell(message);
        }));
        await actor.Ask<int>(1, TimeSpan.FromMinutes(5));
        await Eventually.Passes(() => Assert.InRange(Bytes(metrics, "Int32"), 2 * Least, 2 * Most));
    }

    [Fact]
    public async Task They_are_not_counted_where_that_is_switched_off()
    {
        await using var system = Systems.Instrumented($"{All}\nakka.instrumentation.metrics.allocations = off").Measured(out var metrics);
        var actor = system.ActorOf((context, message) =>
        {
            GC.KeepAlive(new byte[Size]);
            context.Sender.Tell(message);
        });
        await actor.Ask<int>(1, TimeSpan.FromMinutes(5));
        await Eventually.True(() => metrics.Of(AkkaMetricNames.ActorProcessDuration).Count > 0, metrics.Dump);
        Assert.Equal(0, Bytes(metrics, "Int32"));
    }

    /// <summary>Few of them are timed.</summary>
    [Fact]
    public async Task Those_that_are_not_timed_are_estimated()
    {
        const int Count = 20_000;
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var left = Count;
        using var all = new ManualResetEventSlim();
        var actor = system.ActorOf((_, _) =>
        {
            GC.KeepAlive(new byte[Size / 10]);
            if (Interlocked.Decrement(ref left) == 0)
            {
                all.Set();
            }
        });
        actor.TellTimes(Count, 1);
        Assert.True(all.Wait(TimeSpan.FromMinutes(5)));
        await Eventually.Passes(() => Assert.InRange(Bytes(metrics, "Int32"), 0.3 * Count * Least / 10, 3 * Count * Most / 10));
    }

    [Fact]
    public void Who_allocates_most_is_evidence_of_pauses_and_of_short_memory()
    {
        var seen = new Symptoms(Found.Nothing, [], [])
        {
            Busy = [new("A", "M", "few", 0.1) { BytesPerSecond = 1e6 }, new("B", "N", "few", 0.1) { BytesPerSecond = 250e6 }],
            Process = new() { HeapBytes = 95, MemoryLimitBytes = 100, Pauses = new(30, 60, 10) },
        };
        var causes = AkkaDiagnosis.Read(seen).Causes;
        foreach (var kind in (string[])["gc_pauses", "memory_short"])
        {
            Assert.Contains("B allocates 250.0 MB a second with N", causes.Single(cause => cause.Kind == kind).Evidence);
        }
    }

    private static double Bytes(MetricRecorder metrics, string message) =>
        metrics.Sum(AkkaMetricNames.ActorAllocated, (AkkaSpanAttributes.MessageType, message)) ?? 0;
}
