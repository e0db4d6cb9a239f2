using System.Runtime.CompilerServices;

namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Counts of runs, kept by thread.</summary>
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
                one.Of(ref ThreadActivity.Mine.Counts).Ran();
                if (i % 3 == 0)
                {
                    other.Of(ref ThreadActivity.Mine.Counts).Ran();
                }
            }
        })));
        Volatile.Write(ref working, false);
        await reader;

        Assert.Equal(4 * Each, one.Runs);
        Assert.Equal(4 * ((Each + 2) / 3), other.Runs);
    }

    [Fact]
    public async Task Threads_that_have_ended_leave_their_counts_to_others()
    {
        var meter = Meter("one");
        for (var i = 0; i < 50; i++)
        {
            await OnThread(() => meter.Of(ref ThreadActivity.Mine.Counts).Ran());
        }

        Assert.Equal(50, meter.Runs);

        // a task that has completed is a moment ahead of its thread's end
        Assert.InRange(meter.Threads, 1, 10);
    }

    [Fact]
    public async Task A_thread_forgets_the_dispatchers_of_a_system_that_has_ended() => await OnThread(() =>
    {
        var ended = RunAndEnd();
        Meter("one").Of(ref ThreadActivity.Mine.Counts).Ran();
        Meter("two").Of(ref ThreadActivity.Mine.Counts).Ran();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        Assert.False(ended.IsAlive);
    });

    [Fact]
    public void A_thread_finds_its_counts_again_after_it_has_served_another()
    {
        var (one, other) = (Meter("one"), Meter("other"));
        var counts = one.Of(ref ThreadActivity.Mine.Counts);
        Assert.NotSame(counts, other.Of(ref ThreadActivity.Mine.Counts));
        Assert.Same(counts, one.Of(ref ThreadActivity.Mine.Counts));
        Assert.Equal((1, 1), (one.Threads, other.Threads));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunAndEnd()
    {
        var meter = Meter("ended");
        meter.Of(ref ThreadActivity.Mine.Counts).Ran();
        meter.End();
        return new WeakReference(meter);
    }

    private static DispatcherMeter Meter(string id) => new("system", id, TimingRate.All);

    private static Task OnThread(Action work) =>
        Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
}
