namespace AkkaInstrumentation.Tests.Types;

public class CappedSpec
{
    [Fact]
    public void A_name_has_one_value_and_names_beyond_the_limit_share_one()
    {
        var capped = new Capped<string, object>(2, name => $"_{name[0]}", _ => new object());

        Assert.Same(capped.For("a"), capped.For("a"));
        Assert.NotSame(capped.For("a"), capped.For("b"));
        Assert.Same(capped.For("c1"), capped.For("c2"));
        Assert.NotSame(capped.For("c1"), capped.For("d"));
        Assert.NotSame(capped.For("a"), capped.For("a1"));
        Assert.Equal(5, capped.Count());
    }

    [Fact]
    public async Task Many_threads_get_the_same_values_and_no_more_than_the_limit()
    {
        var made = 0;
        var capped = new Capped<int, object>(100, _ => -1, _ =>
        {
            Interlocked.Increment(ref made);
            return new object();
        });
        using var start = new Barrier(8);
        var found = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Factory.StartNew(
            () =>
            {
                start.SignalAndWait();
                return Enumerable.Range(0, 1_000).Select(capped.For).ToArray();
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default)));

        Assert.Equal(101, made);
        Assert.Equal(101, capped.Count());
        Assert.All(Enumerable.Range(0, 1_000), key => Assert.Single(found.Select(values => values[key]).Distinct()));
    }
}
