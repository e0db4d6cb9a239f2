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

    [Fact]
    public void One_type_too_many_is_computed_each_time_and_no_other()
    {
        Type[] types = [typeof(int), typeof(long), typeof(string), typeof(object), typeof(Guid)];
        var (made, now) = (new List<Type>(), 0L);
        var cache = new TypeCache<string>(
            type =>
            {
                made.Add(type);
                return type.Name;
            },
            max: 4,
            () => now);

        for (var i = 0; i < 100; i++)
        {
            Assert.All(types, type => Assert.Equal(type.Name, cache.For(type)));
        }

        Assert.Equal(4 + 100, made.Count);

        // The types in use change. Within a minute the cache has the new ones.
        now += 61_000;
        cache.For(typeof(byte));
        cache.For(typeof(byte));
        made.Clear();
        cache.For(typeof(byte));
        Assert.Empty(made);
    }
}
