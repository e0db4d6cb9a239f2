using Akka.Streams;
using Akka.Streams.Dsl;

namespace AkkaInstrumentation.Tests.Streams;

/// <summary>What a named stage counts, beside what the test counts itself.</summary>
public sealed class InstrumentedStageSpec
{
    private static readonly (string, object?) ForElement = (AkkaMetricAttributes.StreamWaitsFor, "element");
    private static readonly (string, object?) ForDemand = (AkkaMetricAttributes.StreamWaitsFor, "demand");

    [Fact]
    public async Task A_source_a_flow_and_a_sink_count_what_passes_them()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        using var materializer = system.System.Materializer();
        var seen = 0;
        for (var run = 0; run < 3; run++)
        {
            await Eventually.Within(Source.From(Enumerable.Range(0, 1_000)).Instrumented("all")
                .Via(Flow.Create<int>().Where(number => number % 2 == 0).Instrumented("even"))
                .Async()
                .RunWith(Sink.ForEach<int>(_ => Interlocked.Increment(ref seen)).Instrumented("stored"), materializer));
        }

        Assert.Equal(1_500, seen);
        await Eventually.Equal((3_000, 1_500, 1_500), () => (Elements("all"), Elements("even"), Elements("stored")));
        await Eventually.Equal((3, 3, 3), () => (Completions("all"), Completions("even"), Completions("stored")));
        Assert.Equal(0, metrics.Sum(AkkaMetricNames.StreamRunning));
        Assert.Null(metrics.Sum(AkkaMetricNames.StreamFailures));
        Assert.All(metrics.Poll().Where(measured => measured.Name.StartsWith("akka.stream.", StringComparison.Ordinal)),
            measured => Assert.Equal(system.Name, measured.Tag(AkkaSpanAttributes.ActorSystemName)));

        long Elements(string name) => metrics.Sum(AkkaMetricNames.StreamElements, (AkkaSpanAttributes.StreamName, name)) ?? 0;
        long Completions(string name) => metrics.Sum(AkkaMetricNames.StreamCompletions, (AkkaSpanAttributes.StreamName, name)) ?? 0;
    }

    [Fact]
    public async Task A_failure_has_its_type_wherever_it_comes_from()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        using var materializer = system.System.Materializer();
        _ = Source.Failed<int>(new TimeoutException()).Instrumented("above").RunWith(Sink.Ignore<int>(), materializer);
        _ = Source.From(Enumerable.Range(0, 10)).Instrumented("below")
            .RunWith(Sink.ForEach<int>(number => throw new InvalidOperationException($"{number}")), materializer);

        await Eventually.Equal(1, () => Failures("above", "System.TimeoutException"));
        await Eventually.Equal(1, () => Failures("below", "System.InvalidOperationException"));
        Assert.Null(metrics.Sum(AkkaMetricNames.StreamCompletions));

        long? Failures(string name, string error) => metrics.Sum(
            AkkaMetricNames.StreamFailures, (AkkaSpanAttributes.StreamName, name), (AkkaSpanAttributes.ErrorType, error));
    }

    [Fact]
    public async Task A_stage_whose_owner_has_stopped_runs_no_more()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var owner = system.ActorOf((context, _) =>
        {
            _ = Source.Maybe<int>().Instrumented("open").RunWith(Sink.Ignore<int>(), context.Materializer());
        });
        owner.Tell("run");
        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.StreamRunning));
        system.System.Stop(owner);
        await Eventually.Equal(0, () => metrics.Sum(AkkaMetricNames.StreamRunning));
        await Eventually.Equal(1, () => metrics.Sum(
            AkkaMetricNames.StreamFailures, (AkkaSpanAttributes.ErrorType, "Akka.Streams.AbruptTerminationException")));
    }

    [Fact]
    public async Task It_waits_for_an_element_or_for_demand_and_both_are_all_of_its_time()
    {
        await using var system = Systems.Instrumented();
        var named = system.Extension.Insight.Streams.For("timed");
        var before = CoarseClock.Now;
        var stage = named.Start();
        var begun = CoarseClock.Now;
        Pass();
        stage.Pulled();
        var demand = named.Read(CoarseClock.Now).DemandTicks;
        Pass();
        stage.Pushed();
        var element = named.Read(CoarseClock.Now).ElementTicks;
        Assert.True(demand > 0 && element > 0);
        Assert.Equal(1, named.Read(CoarseClock.Now).Elements);

        // the present wait counts while it lasts
        Pass();
        var waiting = named.Read(CoarseClock.Now);
        Assert.True(waiting.DemandTicks > demand);
        Assert.Equal(element, waiting.ElementTicks);

        var last = CoarseClock.Now;
        stage.End(null);
        var ended = named.Read(CoarseClock.Now);
        Assert.InRange(ended.DemandTicks + ended.ElementTicks, last - begun, CoarseClock.Now - before);
        Assert.Equal(ended, named.Read(CoarseClock.Now + Ticks.Minute));

        static void Pass()
        {
            var now = CoarseClock.Now;
            SpinWait.SpinUntil(() => CoarseClock.Now > now);
        }
    }

    [Fact]
    public async Task The_metric_says_what_a_stream_waits_for()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        using var materializer = system.System.Materializer();
        _ = Source.Maybe<int>().Instrumented("idle").RunWith(Sink.Ignore<int>(), materializer);
        _ = Source.Repeat(1).Instrumented("held").SelectAsync(1, _ => new TaskCompletionSource<int>().Task)
            .RunWith(Sink.Ignore<int>(), materializer);

        await Eventually.True(() => Waited("idle", ForElement) > 0 && Waited("held", ForDemand) > 0, metrics.Dump);
        var (idle, held) = (Waited("idle", ForDemand), Waited("held", ForElement));
        var (more, longer) = (Waited("idle", ForElement), Waited("held", ForDemand));
        await Eventually.True(() => Waited("idle", ForElement) > more && Waited("held", ForDemand) > longer, metrics.Dump);
        Assert.Equal((idle, held), (Waited("idle", ForDemand), Waited("held", ForElement)));
        Assert.True(metrics.Poll().Single(one => one.Name == AkkaMetricNames.StreamDemandOldestAge
            && one.Has([(AkkaSpanAttributes.StreamName, "held")])).Value > 0);

        double Waited(string name, (string, object?) waitsFor) => metrics.Poll()
            .Where(one => one.Name == AkkaMetricNames.StreamWaitTime && one.Has([(AkkaSpanAttributes.StreamName, name), waitsFor]))
            .Sum(one => one.Value);
    }

    /// <summary>An application that puts an id into the name.</summary>
    [Fact]
    public async Task A_thousand_names_are_a_hundred_and_one_for_all_others()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        using var materializer = system.System.Materializer();
        var streams = Enumerable.Range(0, 1_000).Select(i =>
            Source.Single(i).Instrumented($"import-{i}-{new string('x', 1_000)}").RunWith(Sink.Ignore<int>(), materializer));
        await Eventually.Within(Task.WhenAll(streams), TimeSpan.FromMinutes(3));

        var names = metrics.Poll().Where(one => one.Name == AkkaMetricNames.StreamElements)
            .ToDictionary(one => (string)one.Tag(AkkaSpanAttributes.StreamName)!, one => one.Value);
        Assert.Equal(StreamStages.MaxNames + 1, names.Count);
        Assert.Equal(1_000 - StreamStages.MaxNames, names["_other"]);
        Assert.All(names.Keys, name => Assert.InRange(name.Length, 1, TypeNames.MaxLength));
        await Eventually.Equal(0, () => metrics.Sum(AkkaMetricNames.StreamRunning));
    }

    [Fact]
    public async Task What_follows_a_stage_and_asks_for_nothing_is_a_cause()
    {
        await using var system = Systems.Instrumented();
        using var materializer = system.System.Materializer();
        var gate = new TaskCompletionSource<int>();
        _ = Source.Repeat(1).Instrumented("orders").SelectAsync(20, _ => gate.Task).RunWith(Sink.Ignore<int>(), materializer);
        var stage = system.Extension.Insight.Streams.For("orders");
        await Eventually.Equal(20, () => (int)(stage.OldestWait(CoarseClock.Now)?.Elements ?? 0));

        var now = CoarseClock.Now;
        Assert.DoesNotContain(Causes(now), cause => cause.Kind == AkkaCauseKinds.StalledStream);
        var stalled = Assert.Single(Causes(now + Ticks.Minute), cause => cause.Kind == AkkaCauseKinds.StalledStream);
        Assert.Matches(@"^What follows the stream stage orders has asked for no element for [0-9.]+ s\.$", stalled.Description);
        Assert.Matches("^orders: 1 stage waits for demand, the first for [0-9.]+ s after 20 elements$", Assert.Single(stalled.Evidence));

        gate.SetResult(1);
        await Eventually.True(() => stage.Read(CoarseClock.Now).Elements > 100);
        Assert.DoesNotContain(Causes(CoarseClock.Now), cause => cause.Kind == AkkaCauseKinds.StalledStream);

        IReadOnlyList<AkkaCause> Causes(long at) => AkkaDiagnosis.Read(
            system.Extension, SystemFindings.Read(system.Extension, new(), Stopwatch.GetTimestamp()), at).Causes;
    }

    [Theory]
    [InlineData(9, 100, 60, false)]
    [InlineData(9, 100, 400, true)]
    [InlineData(1_000, 100, 9, false)]
    [InlineData(1_000, 100, 11, true)]
    [InlineData(20, 1_200, 300, false)]
    [InlineData(20, 1_200, 700, true)]
    public void A_stream_is_stalled_when_it_waits_much_longer_than_at_its_own_pace(long elements, double ran, double waits, bool isStalled) =>
        Assert.Equal(isStalled, new StageWait("slow", waits, elements, ran).IsStalled);

    [Fact]
    public async Task Where_a_stage_is_named_streams_are_checked()
    {
        await using var system = Systems.Instrumented();
        using var materializer = system.System.Materializer();
        _ = Source.Maybe<int>().Instrumented("named").RunWith(Sink.Ignore<int>(), materializer);
        await Eventually.True(() => system.Extension.Insight.Streams.All.Any());
        Assert.DoesNotContain(SystemFindings.Streams, SystemFindings.Read(system.Extension, new(), Stopwatch.GetTimestamp()).Unchecked);
    }

    [Fact]
    public async Task Without_instrumentation_elements_pass()
    {
        await using var system = Systems.Plain();
        using var materializer = system.System.Materializer();
        Assert.Equal(45, await Eventually.Within(
            Source.From(Enumerable.Range(0, 10)).Instrumented("plain").RunSum((sum, next) => sum + next, materializer)));
        Assert.Throws<ArgumentException>(() => Source.Empty<int>().Instrumented(" "));
    }
}
