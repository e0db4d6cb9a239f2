namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Counts of runs, kept by processor.</summary>
public sealed class DispatcherMeterSpec
{
    [Fact]
    public async Task Runs_of_many_threads_are_counted_exactly_while_a_collector_reads()
    {
        const int Each = 200_000;
        var (one, other) = (Meter("one"), Meter("other"));
        var working = true;
        var reader = Task.Run(() =>
        {
            var last = 0L;
            while (Volatile.Read(ref working))
            {
                var now = one.Runs;
                Assert.True(now >= last, $"{last} went back to {now}");
                last = now;
            }
        });
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => OnThread(() =>
        {
            for (var i = 0; i < Each; i++)
            {
                one.Ran();
                if (i % 3 == 0)
                {
                    other.Ran();
                }
            }
        })));
        Volatile.Write(ref working, false);
        await reader;

        Assert.Equal(4 * Each, one.Runs);
        Assert.Equal(4 * ((Each + 2) / 3), other.Runs);
    }

    private static DispatcherMeter Meter(string id) => new("system", id, TimingRate.All, new());

    private static Task OnThread(Action work) =>
        Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
}
