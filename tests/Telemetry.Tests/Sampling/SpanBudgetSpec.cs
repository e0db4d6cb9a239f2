namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Spans per second shared over pairs of actor and message type, in simulated time.</summary>
public sealed class SpanBudgetSpec
{
    private const double PerSecond = 100;
    private const int Capacity = (int)PerSecond / 4;

    private static readonly long Second = Stopwatch.Frequency;

    private readonly SpanBudget _budget = new(PerSecond);
    private readonly List<long> _taken = [];

    [Fact]
    public void Beside_a_flood_every_rare_pair_is_seen_and_the_sum_stays_within_the_budget()
    {
        var busy = new Pair(_budget, 100_000);
        var rare = Enumerable.Range(0, 50).Select(i => new Pair(_budget, 1, offset: i / 50.0)).ToList();

        Run(20, [busy, .. rare]);

        Assert.All(rare, pair => Assert.InRange(pair.Spans, 1, 21));
        Assert.InRange(busy.Spans, PerSecond, 20 * PerSecond);
        AssertNeverMore();
    }

    [Fact]
    public void Of_more_pairs_than_spans_each_gets_its_turn()
    {
        var pairs = Enumerable.Range(0, 500).Select(i => new Pair(_budget, 50, offset: i / 25_000.0)).ToList();
        Run(20, pairs);

        Assert.All(pairs, pair => Assert.True(pair.Spans > 0));
        AssertNeverMore();
    }

    [Fact]
    public void Busy_pairs_get_equal_shares()
    {
        var pairs = Enumerable.Range(0, 10).Select(i => new Pair(_budget, 1_000, offset: i / 10_000.0)).ToList();
        Run(30, pairs);

        Assert.All(pairs, pair => Assert.InRange(pair.Spans, 30 * PerSecond / 10 / 3, 30 * PerSecond / 10 * 3));
    }

    [Fact]
    public void Spans_further_down_in_the_traces_slow_the_roots_down()
    {
        var alone = new Pair(_budget, 10_000);
        Run(10, [alone]);

        var withChildren = new SpanBudget(PerSecond);
        var parent = new Pair(withChildren, 10_000) { Children = 9 };
        Run(10, [parent], withChildren);

        Assert.InRange(parent.Spans, alone.Spans / 20, alone.Spans / 6);
    }

    [Fact]
    public void After_a_pause_there_is_no_more_than_the_bucket_holds()
    {
        Run(1, [new Pair(_budget, 1_000)]);
        _taken.Clear();

        var now = 3_600 * Second;
        var pairs = new long[1_000];
        var spans = Enumerable.Range(0, pairs.Length).Count(i => _budget.TryTake(ref pairs[i], now));

        Assert.InRange(spans, Capacity - 1, Capacity);
    }

    public static TheoryData<double, int> SmallBudgets
    {
        get
        {
            var data = new TheoryData<double, int>();
            foreach (var perSecond in (double[])[0.1, 0.5, 1, 3, 7, 10, 30])
            {
                foreach (var pairs in (int[])[1, 2, 5, 20])
                {
                    data.Add(perSecond, pairs);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(SmallBudgets))]
    public void A_small_budget_is_used_up_however_many_pairs_share_it(double perSecond, int pairs)
    {
        const int seconds = 200;
        var budget = new SpanBudget(perSecond);
        var busy = Enumerable.Range(0, pairs).Select(i => new Pair(budget, 100, offset: i / (100.0 * pairs))).ToList();
        Run(seconds, busy, budget);

        Assert.InRange(busy.Sum(pair => pair.Spans), 0.95 * seconds * perSecond, (seconds * perSecond) + Math.Max(2, perSecond / 4));
    }

    [Fact]
    public void One_endless_trace_does_not_silence_the_roots()
    {
        var roots = new Pair(_budget, 1_000);
        Run(60, [roots, new Pair(_budget, 10_000) { IsInsideATrace = true }]);

        Assert.InRange(roots.Spans, 60, 60 * PerSecond);
    }

    [Fact]
    public void Short_traces_are_complete_beside_endless_ones()
    {
        var children = 20;
        var whole = new Pair(_budget, 1) { Children = children };
        List<Pair> all = [whole, .. Enumerable.Range(0, 10).Select(i => new Pair(_budget, 10_000, offset: i / 100.0) { IsInsideATrace = true })];
        Run(20, all);

        Assert.InRange(whole.Spans, 2, 20);
        Assert.Equal(0, whole.Cut);
    }

    public static TheoryData<double, int, int, int> Loads => new()
    {
        { 100, 5, 1_000, 1_000_000 },
        { 100, 200, 10, 10 },
        { 100, 50, 100, 200 },
        { 10, 5, 200, 100_000 },
        { 1_000, 20, 100, 3_000 },
        { 1, 5, 20, 60 },
        { 0.1, 3, 10, 1_000 },
    };

    /// <summary>Roots that each begin a trace with many spans, at once: the worst that a load can do.</summary>
    [Theory]
    [MemberData(nameof(Loads))]
    public void Over_any_minute_there_are_at_most_one_and_a_fifth_times_the_budget_in_spans(
        double perSecond, int pairs, int messagesPerSecond, int children)
    {
        var budget = new SpanBudget(perSecond);
        var times = new List<long>();
        var all = Enumerable.Range(0, pairs)
            .Select(i => new Pair(budget, messagesPerSecond, offset: i / 10_000.0) { Children = children, Times = times })
            .ToList();
        Run(200, all, budget);

        var most = Math.Max(1.2 * 60 * perSecond, (60 * perSecond) + 100 + Math.Max(2, perSecond / 4));
        for (var (from, to) = (0, 0); to < times.Count; to++)
        {
            for (; times[to] - times[from] > 60 * Second; from++)
            {
            }

            Assert.True(to - from + 1 <= most, $"{to - from + 1} spans in a minute, {most} allowed");
        }

        Assert.True(times.Count >= 0.8 * 200 * perSecond, $"{times.Count} spans in 200 s");
    }

    [Fact]
    public void Retroactive_spans_cause_half_of_the_debt_and_leave_roots_their_share()
    {
        var retroactive = 0;
        while (_budget.TryTakeForRetroactive(Second))
        {
            retroactive++;
        }

        Assert.Equal(Capacity + (int)(5 * PerSecond), retroactive);
        var roots = new Pair(_budget, 1_000);
        Run(10, [roots]);
        Assert.InRange(roots.Spans, 10, 10 * PerSecond / 2);
    }

    [Fact]
    public void In_a_debt_that_goes_on_roots_get_a_tenth()
    {
        var roots = 0;
        for (var now = Second; now <= 11 * Second; now += Second / 100)
        {
            while (_budget.TryTakeForRetroactive(now))
            {
            }

            for (var takenAt = 0L; _budget.TryTake(ref takenAt, now); takenAt = 0)
            {
                roots++;
            }
        }

        Assert.InRange(roots, 0.9 * PerSecond, 1.1 * PerSecond);
    }

    [Fact]
    public void Deep_in_debt_roots_wait_until_half_of_it_is_paid()
    {
        while (_budget.Left(1) > 0)
        {
            _budget.Take(1);
        }

        var (takenAt, paid) = (0L, 5 * Second);
        Assert.False(_budget.TryTake(ref takenAt, paid - (Second / 10)));
        Assert.True(_budget.TryTake(ref takenAt, paid + (Second / 10)));
    }

    [Fact]
    public void A_trace_that_overspent_is_paid_for_and_then_roots_have_the_budget_again()
    {
        var endless = new TraceSize();
        while (endless.TryAdd(_budget.Left(1)))
        {
            _budget.Take(1);
        }

        Assert.InRange(endless.Spans, 4 * PerSecond, 10 * PerSecond);
        Run(20, [new Pair(_budget, 1_000)]);
        var paid = _taken.Count;
        Assert.InRange(paid, (20 * PerSecond) - endless.Spans - Capacity, (20 * PerSecond) - endless.Spans + (2 * Capacity));
    }

    /// <summary>
    /// May hold what: the time at which the next span is due belongs to whoever exchanges it, so of any threads, together they get what may come at
    /// once and no more. The time at which a pair got its last one is written after that: threads of one pair may all read the old one.
    /// </summary>
    [Fact]
    public async Task Eight_threads_at_one_moment_get_what_may_come_at_once_and_no_more()
    {
        // Where other processes take all processors each round costs some time slices: then fewer have to do.
        var watch = Stopwatch.StartNew();
        for (var round = 0; round < 1_000 && watch.Elapsed < TimeSpan.FromSeconds(3); round++)
        {
            var budget = new SpanBudget(PerSecond);
            var (shared, own, taken) = (0L, new long[8], 0);
            using var together = new Barrier(8);
            await Task.WhenAll(Enumerable.Range(0, 8).Select(i => Task.Run(() =>
            {
                together.SignalAndWait();
                for (var attempt = 0; attempt < 20; attempt++)
                {
                    Interlocked.Add(ref taken, budget.TryTake(ref shared, 3_600 * Second) ? 1 : 0);
                    Interlocked.Add(ref taken, budget.TryTake(ref own[i], 3_600 * Second) ? 1 : 0);
                }
            })));

            Assert.InRange(taken, Capacity / 2, Capacity);
        }
    }

    // At any moment since the start the sum is no more than the budget times the time, and what the bucket held at first.
    private void AssertNeverMore()
    {
        for (var i = 0; i < _taken.Count; i++)
        {
            Assert.True(i + 1 <= (_taken[i] / (double)Second * PerSecond) + Capacity + 1e-6, $"{i + 1} spans after {_taken[i] / (double)Second} s");
        }
    }

    private void Run(int seconds, IReadOnlyCollection<Pair> pairs, SpanBudget? other = null)
    {
        var due = new PriorityQueue<Pair, long>(pairs.Select(pair => (pair, pair.First)));
        var budget = other ?? _budget;
        while (due.TryDequeue(out var pair, out var now) && now <= seconds * Second)
        {
            if (pair.Message(now))
            {
                _taken.Add(now);
            }

            due.Enqueue(pair, now + pair.Every);
        }
    }

    private sealed class Pair(SpanBudget budget, int messagesPerSecond, double offset = 0)
    {
        private TraceSize _trace = new();
        private long _takenAt;

        public long Every { get; } = Second / messagesPerSecond;

        public long First { get; } = 1 + (long)(offset * Second);

        public int Children { get; init; }

        /// <summary>Its messages are no roots.</summary>
        public bool IsInsideATrace { get; init; }

        /// <summary>Gets the time of each span, those of children too.</summary>
        public List<long> Times { get; init; } = [];

        public int Spans { get; private set; }

        /// <summary>Traces that ended before their last child.</summary>
        public int Cut { get; private set; }

        public bool Message(long now)
        {
            if (IsInsideATrace)
            {
                Continue(now);
                return false;
            }

            if (!budget.TryTake(ref _takenAt, now))
            {
                return false;
            }

            Spans++;
            Times.Add(now);
            _trace = new();
            var child = 0;
            while (child < Children && Continue(now))
            {
                child++;
            }

            Cut += child < Children ? 1 : 0;
            return true;
        }

        private bool Continue(long now)
        {
            if (!_trace.TryAdd(budget.Left(now)))
            {
                return false;
            }

            budget.Take(now);
            Times.Add(now);
            return true;
        }
    }
}
