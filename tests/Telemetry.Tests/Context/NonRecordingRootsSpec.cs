namespace AkkaInstrumentation.Tests.Context;

/// <summary>Which roots that are not sampled have a trace id of their own.</summary>
public sealed class NonRecordingRootsSpec
{
    private static readonly long Second = Stopwatch.Frequency;

    [Fact]
    public void There_is_one_for_each_up_to_a_thousand_in_a_second()
    {
        var roots = new NonRecordingRoots();
        var now = 100 * Second;

        Assert.Equal(NonRecordingRoots.OwnPerSecond, Taken(roots, now, 5_000));
        Assert.Equal(0, Taken(roots, now, 5_000));
        Assert.Equal(NonRecordingRoots.OwnPerSecond, Taken(roots, now + (60 * Second), 5_000));
    }

    [Fact]
    public void Where_far_more_come_there_are_hardly_any()
    {
        var roots = new NonRecordingRoots();
        var taken = Enumerable.Range(10_000, 1_000).Select(hundredth => Taken(roots, hundredth * (Second / 100), 5_000)).ToList();

        Assert.Equal(NonRecordingRoots.OwnPerSecond, taken[0]);
        Assert.Equal(90, taken.Skip(1).Sum());

        // and when few come again, each has its own
        Assert.True(roots.TryTake(11_200 * (Second / 100)));
        Assert.Equal(500, Taken(roots, 11_250 * (Second / 100), 500));
    }

    [Fact]
    public void Eight_threads_share_the_thousand()
    {
        var roots = new NonRecordingRoots();
        var taken = 0;

        Parallel.For(0, 8, _ => Interlocked.Add(ref taken, Taken(roots, 100 * Second, 1_000)));

        Assert.Equal(NonRecordingRoots.OwnPerSecond, taken);
    }

    private static int Taken(NonRecordingRoots roots, long now, int tries) => Enumerable.Range(0, tries).Count(_ => roots.TryTake(now));
}
