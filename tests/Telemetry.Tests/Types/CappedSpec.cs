namespace AkkaInstrumentation.Tests.Types;

public class CappedSpec
{
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
