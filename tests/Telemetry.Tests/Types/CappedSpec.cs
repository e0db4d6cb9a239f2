namespace AkkaInstrumentation.Tests.Types;

public class CappedSpec
{
    [Fact]
    public void Keys_of_one_name_share_one_value_and_each_counts_towards_the_limit()
    {
        var capped = new Capped<string, char, object>(3, key => key[0], _ => '_', _ => new object());

        Assert.Same(capped.For("a1"), capped.For("a2"));
        Assert.NotSame(capped.For("a1"), capped.For("b1"));
        Assert.Same(capped.For("c1"), capped.For("a3"));
        Assert.Same(capped.For("a2"), capped.For("a1"));
        Assert.Equal(3, capped.Count());
    }

    [Fact]
    public async Task Many_threads_get_the_same_values_and_no_more_than_the_limit()
    {
        var made = 0;
        var capped = new Capped<int, int, object>(100, key => key, _ => -1, _ =>
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

    [Fact]
    public void A_key_that_may_not_be_kept_is_found_by_its_name_which_counts_once()
    {
        var capped = new Capped<string, char, object>(2, key => key[0], _ => '_', _ => new object(), key => key[1] != '!');

        var first = capped.For("a!");
        Assert.Same(first, capped.For("a!!"));
        Assert.NotSame(first, capped.For("b!"));
        Assert.Same(first, capped.For("a!"));
        Assert.Same(first, capped.For("a!!!"));

        // two names, so it is full
        Assert.Same(capped.For("c!"), capped.For("d1"));
        Assert.Equal(3, capped.Count());
    }
}
