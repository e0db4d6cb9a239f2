namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>The limiter of spans after the fact, by a clock of its own.</summary>
public class RetroactiveLimitsSpec
{
    private static readonly long Second = Stopwatch.Frequency;

    private readonly FairShare _share = new();

    [Theory]
    [InlineData(1)]
    [InlineData(20)]
    [InlineData(1_000)]
    public void In_any_second_there_are_at_most_the_limit_and_a_quarter_of_it_and_one(int limit)
    {
        var after = Limited(limit);
        var taken = new List<long>();
        for (var now = Second; now < 4 * Second; now += Second / 50_000)
        {
            if (after.TryTake(_share, now, out _))
            {
                taken.Add(now);
            }
        }

        Assert.InRange(taken.Count, (3 * limit) - 1, (3 * limit) + (limit / 4) + 2);
        Assert.All(taken, from => Assert.InRange(taken.Count(at => at >= from && at < from + Second), 1, limit + (limit / 4) + 2));
    }

    [Fact]
    public async Task Threads_together_get_no_more_than_one()
    {
        var after = Limited(20);
        var taken = 0;
        var counted = 0L;
        const int Threads = 8;
        const int Tries = 100_000;

        await Task.WhenAll(Enumerable.Range(0, Threads).Select(_ => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < Tries; i++)
                {
                    if (after.TryTake(_share, Second + (i * Second / Tries), out var leftOut))
                    {
                        Interlocked.Increment(ref taken);
                        Interlocked.Add(ref counted, leftOut);
                    }
                }
            },
            TaskCreationOptions.LongRunning)));

        Assert.InRange(taken, 20, 27);
        Assert.True(after.TryTake(_share, 10 * Second, out var last));
        Assert.Equal((Threads * Tries) - taken, counted + last);
    }

    /// <summary>A noisy type whose traces are kept takes neither the spans of failed messages nor the trace of a quiet type.</summary>
    [Fact]
    public void Kept_traces_may_owe_ten_seconds_of_which_half_is_for_types_without_one()
    {
        var limits = Limited(10);
        const long Never = long.MinValue / 2;
        Assert.Equal(100, Kept(Never), tolerance: 1);
        Assert.Equal(0, Kept(Never));
        Assert.True(limits.TryTake(_share, Second, out _));

        // a type that has had one a moment before
        var others = Limited(10);
        Assert.Equal(50, Kept(Second - 1, others), tolerance: 1);
        Assert.Equal(0, Kept(Second - 1, others));
        Assert.Equal(50, Kept(Never, others), tolerance: 1);

        int Kept(long before, RetroactiveLimits? of = null)
        {
            var taken = 0;
            while ((of ?? limits).TryKeep(before, Second))
            {
                taken++;
            }

            return taken;
        }
    }

    [Fact]
    public void With_a_budget_of_spans_they_are_at_most_half_of_what_it_may_owe_and_those_left_out_are_counted()
    {
        var after = Limited(10_000);
        after.Roots = Fake.Roots(budget: 100);
        var (taken, leftOut) = (0, 0L);
        for (var i = 0; i < 4_000; i++)
        {
            taken += after.TryTake(_share, Second + (i * Second / 8_000), out var before) ? 1 : 0;
            leftOut += before;
        }

        // and what comes back in half a second
        Assert.Equal(25 + 500 + 50, taken, tolerance: 1.0);
        after.Roots = null;
        Assert.True(after.TryTake(_share, 10 * Second, out var last));
        Assert.Equal(4_000 - taken, leftOut + last);
    }

    [Fact]
    public void What_the_budget_refuses_costs_the_limit_nothing()
    {
        var (refused, fresh) = (Limited(20), Limited(20));
        refused.Roots = Fake.Roots(budget: 1);
        while (refused.Roots.TryAddRetroactive(Second))
        {
        }

        Assert.Equal(0, Enumerable.Range(0, 100).Count(_ => refused.TryTake(_share, Second, out var _)));
        refused.Roots = null;
        Assert.Equal(Taken(fresh, new()), Taken(refused, _share));

        int Taken(RetroactiveLimits limits, FairShare share) => Enumerable.Range(0, 100).Count(_ => limits.TryTake(share, Second, out var _));
    }

    private static RetroactiveLimits Limited(int limit) => TestSettings.Retroactive(TestSettings.Read() with { TracingRetroactiveLimit = limit });
}
