namespace AkkaInstrumentation.Tests;

/// <summary>The dashboard's memory has a limit of 20 MB, whatever the application does. Alone, because the heap is everybody's.</summary>
[Collection(Alone.Name)]
public sealed class MemorySpec
{
    private const long Most = 20 * 1024 * 1024;
    private const long MostOfHistory = 6 * 1024 * 1024;

    [Fact]
    public void A_day_of_as_many_types_as_are_kept_takes_less_than_6_MB()
    {
        var before = SettledHeap.Bytes();
        var steps = new[]
        {
            new HistorySteps(TimeSpan.FromSeconds(5), 0), new HistorySteps(TimeSpan.FromMinutes(1), 0, kept: 66),
            new HistorySteps(SystemHistory.Coarse, 0, kept: 288),
        };
        var minute = new LastMinute(Totals(0));
        for (var second = 5; second <= 3_600; second += 5)
        {
            Add(minute, steps, second, length: 5);
        }

        var bytes = SettledHeap.Bytes() - before;
        Assert.True(bytes < MostOfHistory, $"{bytes} bytes");
        Assert.Equal((60, 60, 12, 12), (steps[0].Count, steps[1].Count, steps[2].Count, minute.Seconds.Count));
    }

    [Fact]
    public async Task Everything_at_its_limit_takes_less_than_20_MB()
    {
        var before = SettledHeap.Bytes();
        var minute = Figures();
        var figures = SettledHeap.Bytes() - before;
        var store = Traces();
        var traces = SettledHeap.Bytes() - before - figures;
        var cache = new AnswerCache(new AnswerBudget());
        for (var i = 0; i < 1_000; i++)
        {
            await cache.Get(new ViewQuestion("view", ("find", $"{i}")), "somebody", () => new Answer(200, new byte[100_000]));
        }

        var total = SettledHeap.Bytes() - before;
        Assert.True(total < Most, $"{total} bytes: figures {figures}, traces {traces}");
        Assert.Equal(60, minute.Seconds.Count);
        Assert.InRange(store.Bytes, 1, TraceStore.MaxBytes);

        // The estimate by which traces are forgotten is no smaller than what they take.
        Assert.True(traces < 1.5 * TraceStore.MaxBytes, $"{traces} bytes");
        GC.KeepAlive(cache);
    }

    private static LastMinute Figures()
    {
        var minute = new LastMinute(Totals(0));
        for (var second = 1; second <= 100; second++)
        {
            Add(minute, [], second, length: 1);
        }

        return minute;
    }

    // Ten times as many types as are kept, all of them busy.
    private static void Add(LastMinute minute, HistorySteps[] history, int second, int length)
    {
        var (before, now) = (Totals(second - length), Totals(second));
        var figures = new FiguresSecond();
        for (var type = 0; type < 10 * FigureTotals.MaxTypes; type++)
        {
            figures.Actor($"Type{type}").Waits.Add(1e-3);
            figures.Actor($"Type{type}").Works.Add(1e-3);
            figures.Dispatcher($"dispatcher{type}").Delays.Add(1e-3);
        }

        figures.Count(before, now);
        minute.Add(now, figures);
        foreach (var steps in history)
        {
            steps.Add(now, figures);
        }
    }

    private static FigureTotals Totals(int second)
    {
        var totals = new FigureTotals(second * Stopwatch.Frequency);
        for (var type = 0; type < 10 * FigureTotals.MaxTypes; type++)
        {
            totals.Actor($"Type{type}").Messages += second;
            totals.Dispatcher($"dispatcher{type}").Runs += second;
            totals.CountLost(new("dead letter", $"Type{type}", "Sender", "Message", "undelivered"), second);
        }

        return totals;
    }

    private static TraceStore Traces()
    {
        var store = new TraceStore();
        for (var i = 0; i < 2_000; i++)
        {
            var id = ActivityTraceId.CreateRandom();
            store.Take(id, isWhole: true, "process Any");
            for (var span = 0; span < 20; span++)
            {
                store.Add(TestSpans.Of(id, $"hop {span}", attributes: 10, text: new string('x', 500)));
            }
        }

        return store;
    }
}
