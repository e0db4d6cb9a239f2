namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>The number of spans of each trace, known by its id only.</summary>
public sealed class TraceSizesSpec
{
    private readonly TraceSizes _sizes = new();

    [Fact]
    public void A_trace_has_as_many_spans_as_it_may_have_counts_its_root_and_then_ends_for_good()
    {
        var (one, other) = (ActivityTraceId.CreateRandom(), ActivityTraceId.CreateRandom());
        Assert.Equal(9, Enumerable.Range(0, 100).Count(_ => _sizes.For(one).TryAdd(10)));
        Assert.Equal(4, Enumerable.Range(0, 100).Count(_ => _sizes.For(other).TryAdd(5)));
        Assert.False(_sizes.For(one).TryAdd(1_000));
    }

    [Fact]
    public void An_id_from_elsewhere_is_the_same_trace()
    {
        var id = ActivityTraceId.CreateRandom();
        Assert.True(_sizes.For(id).TryAdd(2));
        Assert.False(_sizes.For(ActivityTraceId.CreateFromString($"{id}")).TryAdd(2));
    }

    /// <summary>The attack: a new id with each message, and between them one trace that never ends.</summary>
    [Fact]
    public void A_million_forged_ids_cost_a_bounded_memory_and_the_endless_trace_beside_them_is_not_forgotten()
    {
        var endless = ActivityTraceId.CreateRandom();
        var spans = 0;
        for (var i = 0; i < 1_000_000; i++)
        {
            _sizes.For(ActivityTraceId.CreateRandom());
            spans += i % 1_000 == 0 && _sizes.For(endless).TryAdd(100) ? 1 : 0;
        }

        Assert.Equal(99, spans);
        Assert.InRange(_sizes.Count, 1, 2 * TraceSizes.PerGeneration);
    }

    /// <summary>
    /// May hold what: a thread may add to a generation that another has just replaced. The next look finds that size among the older ones. So with
    /// 4 threads and generations that turn all the time, a trace has a few spans too many at most, and no span too few while nobody reaches the
    /// limit.
    /// </summary>
    [Fact]
    public async Task Four_threads_and_turning_generations_keep_the_bound_nearly()
    {
        const int Most = 1_000;
        var endless = ActivityTraceId.CreateRandom();
        var spans = 0;
        using var together = new Barrier(4);
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Factory.StartNew(
            () =>
            {
                together.SignalAndWait();
                for (var i = 0; i < 100_000; i++)
                {
                    _sizes.For(ActivityTraceId.CreateRandom());
                    Interlocked.Add(ref spans, _sizes.For(endless).TryAdd(Most) ? 1 : 0);
                }
            },
            TaskCreationOptions.LongRunning)));

        Assert.InRange(spans, Most - 1, Most + 100);
        Assert.InRange(_sizes.Count, 1, (2 * TraceSizes.PerGeneration) + 1_000);
    }
}
