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
    public void Types_with_the_usual_value_are_computed_once_however_many_there_are()
    {
        var types = typeof(object).Assembly.GetTypes().Where(type => type.IsVisible).Take(1_000).ToArray();
        var (usual, made) = (new object(), 0);
        var cache = new TypeCache<object>(
            type =>
            {
                made++;
                return type == types[^1] ? new object() : usual;
            },
            max: 1,
            usual: usual);

        for (var i = 0; i < 10; i++)
        {
            Assert.All(types[..^1], type => Assert.Same(usual, cache.For(type)));
            Assert.NotSame(usual, cache.For(types[^1]));
        }

        Assert.Equal(types.Length, made);
    }

    [Fact]
    public void A_set_of_types_is_emptied_when_it_is_full()
    {
        const int Longest = 256;
        var types = typeof(object).Assembly.GetTypes().Take(1_000).ToArray();
        var set = new TypeSet(Longest);
        foreach (var type in types)
        {
            Assert.False(set.Contains(type));
            set.Add(type);
            set.Add(type);
            Assert.True(set.Contains(type));
        }

        Assert.InRange(types.Count(set.Contains), 1, Longest / 4 * 3);
    }

    [Fact]
    public async Task A_set_of_types_is_read_while_others_add_to_it()
    {
        var types = typeof(object).Assembly.GetTypes();
        var set = new TypeSet();
        using var start = new Barrier(4);
        await Task.WhenAll(Enumerable.Range(0, 4).Select(thread => Task.Factory.StartNew(
            () =>
            {
                start.SignalAndWait();
                for (var i = thread; i < types.Length; i += 4)
                {
                    set.Add(types[i]);
                    Assert.True(set.Contains(types[i]));
                }
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default)));

        Assert.All(types, type => Assert.True(set.Contains(type)));
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
