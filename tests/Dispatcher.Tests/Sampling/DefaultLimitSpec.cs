namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>
/// Without any setting: every trace, up to a limit that nobody meets in development; above it a fair sample, and a line in the log.
/// </summary>
public sealed class DefaultLimitSpec
{
    private const string Default = KeptLog.Hocon + "akka.instrumentation.tracing.sampling.ratio = adaptive";

    private static readonly Props Ignoring = Handler.Props((_, _) => { });

    [Fact]
    public async Task Every_trace_of_a_burst_below_the_limit_is_recorded_also_from_many_threads()
    {
        const int Senders = 8;
        const int Each = 110;
        var prefix = $"burst-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        await using var system = Systems.Instrumented(Default);
        var actors = Enumerable.Range(0, Senders).Select(i => system.ActorOf(Ignoring, $"{prefix}-{i}")).ToList();

        Parallel.ForEach(actors, actor => actor.TellNumbers(Each));

        await spans.WaitForStopped(Senders * Each);
        Assert.All(AkkaInstrumentationExtension.For(system.System).Roots.SuppressedRoots, suppressed => Assert.Equal(0, suppressed.Count));
        Assert.DoesNotContain(await KeptLog.Whole(system.System), line => line.Contains("new traces", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_flood_leaves_a_fair_sample_which_is_counted_and_logged_once()
    {
        const int Limit = InstrumentationSettings.DefaultNewTraces;
        using var ofBusy = SpanRecorder.OfActor(out var busyName);
        using var ofRare = SpanRecorder.OfActor(out var rareName);
        await using var system = Systems.Instrumented(Default);
        var busy = system.ActorOf(Ignoring, busyName);
        var rare = system.ActorOf(Echo.Props, rareName);
        var sampling = AkkaInstrumentationExtension.For(system.System).Roots;

        var watch = Stopwatch.StartNew();
        var sent = 0;
        var isSaid = () => KeptLog.Of(system.System).Any(line => line.Contains("new traces", StringComparison.Ordinal));
        while (sent < 20_000 || ofRare.Stopped.Count == 0 || !isSaid())
        {
            Assert.True(sent < 5_000_000, "no trace of the rare message, or nothing in the log");
            for (var i = 0; i < 1_000; i++, sent++)
            {
                busy.Tell(i, ActorRefs.NoSender);
            }

            await busy.Ask<ActorIdentity>(new Identify(sent), TimeSpan.FromSeconds(20));
            await rare.Ask<string>("now and then", TimeSpan.FromSeconds(20));
        }

        var seconds = watch.Elapsed.TotalSeconds;
        Assert.InRange(ofBusy.Stopped.Count, 1, (Limit * seconds) + (2 * Limit));
        Assert.True(sampling.SuppressedRoots.Single(roots => roots.Reason == "budget").Count > 0);
        Assert.Single(await KeptLog.Whole(system.System),
            line => line.Contains("tracing.sampling.ratio = 1 records every trace", StringComparison.Ordinal));
    }

    [Fact]
    public void Only_new_traces_count_however_many_spans_they_have()
    {
        var roots = new RootSampling(1, double.PositiveInfinity, findsSlowWaits: false, new RateAdaptation(() => { }), tracesPerSecond: 100);
        var now = Stopwatch.GetTimestamp();
        for (var i = 0; i < 100; i++)
        {
            var (takenAt, trace) = (0L, ActivityTraceId.CreateRandom());
            Assert.True(roots.TryTake(ref takenAt, now, SamplingRandom.Always));
            for (var child = 0; child < 1_000; child++)
            {
                Assert.True(roots.TryContinue(trace, now));
            }
        }
    }

    [Fact]
    public void Of_the_conversations_whose_trace_is_full_one_a_second_goes_on_in_another()
    {
        var roots = new RootSampling(1, double.PositiveInfinity, findsSlowWaits: false, new RateAdaptation(() => { }), tracesPerSecond: 100);
        var now = Stopwatch.GetTimestamp();

        Assert.Equal([true, false, false, true, false], new[] { 0, 0.1, 0.9, 1.1, 1.5 }.Select(seconds =>
        {
            var takenAt = 0L;
            return roots.TryTake(ref takenAt, now + (long)(seconds * Stopwatch.Frequency), SamplingRandom.Always, goesOn: true);
        }));
    }

    [Fact]
    public async Task A_ratio_or_a_budget_takes_the_place_of_the_limit_and_a_reset_brings_it_back()
    {
        await using var system = Systems.Instrumented(Default);
        var instrumentation = AkkaInstrumentationExtension.For(system.System);
        Assert.Equal(InstrumentationSettings.DefaultNewTraces, instrumentation.Settings.NewTraces);

        instrumentation.Control.SamplingBudget = 10;
        Assert.Equal(double.PositiveInfinity, instrumentation.Settings.NewTraces);

        instrumentation.Control.Reset();
        instrumentation.Control.SamplingRatio = 1;
        Assert.True(instrumentation.Roots.AsksSdk);

        instrumentation.Control.Reset();
        Assert.Equal((InstrumentationSettings.DefaultNewTraces, false, 1.0),
            (instrumentation.Settings.NewTraces, instrumentation.Roots.AsksSdk, instrumentation.Control.SamplingRatio));
        Assert.Equal("adaptive", instrumentation.Control.Configuration["tracing.sampling.ratio"].Value);
    }
}
