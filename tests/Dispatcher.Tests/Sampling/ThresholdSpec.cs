namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Backends that read <c>tracestate</c> know how many traces a recorded one stands for, where that is known.</summary>
public sealed class ThresholdSpec
{
    private const string Ratio = "akka.instrumentation.tracing.sampling.ratio";

    // OpenTelemetry's examples, to the 32 bits of our own threshold.
    [Theory]
    [InlineData(1, "ot=th:0")]
    [InlineData(0.5, "ot=th:8")]
    [InlineData(0.25, "ot=th:c")]
    [InlineData(0.01, "ot=th:fd70a3d8")]
    public void The_threshold_is_the_rejected_share(double ratio, string state)
    {
        var threshold = new SamplingThreshold(SamplingRandom.Threshold(ratio));
        var trace = ActivityTraceId.CreateFromString("0000000000000000ffffffffffffffff");

        Assert.Equal(state, threshold.StateFor(trace));
        Assert.Same(threshold.StateFor(trace), threshold.StateFor(trace));
    }

    [Fact]
    public void Where_the_id_contradicts_only_the_text_is_allocated()
    {
        var threshold = new SamplingThreshold(SamplingRandom.Threshold(0.01));
        var trace = ActivityTraceId.CreateFromString("ffffffffffffffff0000000000000001");

        Assert.Equal("ot=th:fd70a3d8;rv:".Length + 14, threshold.StateFor(trace).Length);

        // a text of 32 characters
        Assert.Equal(88, AllocationMeter.OnThread(() => threshold.StateFor(trace), 88));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_weights_of_a_quarter_of_20_000_roots_are_20_000_and_no_random_number_contradicts(bool knowsId)
    {
        const int Roots = 20_000;
        await using var system = Systems.Instrumented($"{Ratio} = 0.25");
        var prefix = $"weighed-{Guid.NewGuid():N}";
        using var reader = knowsId ? ReadsIds() : null;
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        var second = system.ActorOf((_, _) => { }, $"{prefix}-2");
        var seen = 0;
        var first = system.ActorOf(
            (_, message) =>
            {
                second.Tell(message, ActorRefs.NoSender);
                Interlocked.Increment(ref seen);
            },
            $"{prefix}-1");

        first.TellNumbers(Roots);

        await Eventually.Equal(Roots, () => Volatile.Read(ref seen));
        await Eventually.True(() => spans.Stopped.Count > 0 && spans.Open.Count == 0, spans.Dump);
        var traces = spans.Stopped.GroupBy(span => span.TraceId).ToList();
        Assert.InRange(traces.Sum(trace => Weight(trace.First())), Roots * 0.9, Roots * 1.1);
        Assert.All(traces, trace => Assert.Single(trace.Select(span => span.TraceStateString).Distinct()));
        Assert.All(traces, trace => Assert.True(Randomness(trace.First()) >= Rejected(trace.First()), trace.First().TraceStateString));
    }

    [Fact]
    public async Task A_rule_has_its_own_ratio_and_a_parent_keeps_what_it_has()
    {
        await using var system = Systems.Instrumented($"{Ratio} = 0.5\nakka.instrumentation.rules.mine {{ message = String, trace = always }}");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf((_, _) => { }, name);

        actor.Tell("always", ActorRefs.NoSender);
        Assert.Equal("ot=th:0", (await spans.WaitForStopped(1))[0].TraceStateString);

        using (var parent = new Activity("parent")
            .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded))
        {
            parent.TraceStateString = "vendor=1";
            parent.Start();
            actor.Tell("always", ActorRefs.NoSender);
        }

        Assert.Equal("vendor=1", (await spans.WaitForStopped(2))[1].TraceStateString);
    }

    [Theory]
    [InlineData(Ratio + " = 1")]
    [InlineData(Ratio + " = 1\nakka.instrumentation.tracing.sampling.budget = 100")]
    public async Task Nothing_is_written_where_another_sampler_or_a_budget_decides(string setting)
    {
        await using var system = Systems.Instrumented(setting);
        using var spans = SpanRecorder.OfActor(out var name);

        system.ActorOf((_, _) => { }, name).Tell(1, ActorRefs.NoSender);

        Assert.Null((await spans.WaitForStopped(1))[0].TraceStateString);
    }

    [Fact]
    public async Task Nothing_is_written_once_a_sampler_in_code_has_refused_a_trace()
    {
        await using var system = Systems.Instrumented($"akka.loglevel = OFF\n{Ratio} = 0.999999");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Echo.Props, name);
        spans.Decision = ActivitySamplingResult.PropagationData;
        await actor.Ask<string>("refused", TimeSpan.FromSeconds(20));
        spans.Decision = ActivitySamplingResult.AllDataAndRecorded;

        await actor.Ask<string>("taken", TimeSpan.FromSeconds(20));

        await Eventually.True(() => spans.Stopped.Any(span => span.Recorded), spans.Dump);
        Assert.All(spans.Stopped, span => Assert.Null(span.TraceStateString));
    }

    [Fact]
    public async Task By_default_a_trace_stands_for_itself_until_the_limit_is_reached()
    {
        await using var system = Systems.Instrumented($"akka.loglevel = OFF\n{Ratio} = adaptive");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Echo.Props, name);
        await actor.Ask<string>("one", TimeSpan.FromSeconds(20));
        Assert.Equal("ot=th:0", (await spans.WaitForStopped(1))[0].TraceStateString);
        var roots = AkkaInstrumentationExtension.For(system.System).Roots;
        while (!roots.HasReachedDefault)
        {
            actor.TellTimes(1_000, "flood");

            await actor.Ask<string>("end", TimeSpan.FromSeconds(20));
        }

        Assert.Null(roots.Threshold);
    }

    // As the SDK does, which reads the id before a span starts.
    private static ActivityListener ReadsIds() => Listening.Spans(
        (ref options) => options.TraceId == default ? ActivitySamplingResult.AllData : ActivitySamplingResult.None);

    private static double Weight(Activity span) => Math.Pow(2, 56) / (Math.Pow(2, 56) - Rejected(span));

    private static ulong Rejected(Activity span) => Parse(Part(span, "th")!.PadRight(14, '0'));

    private static ulong Randomness(Activity span) => Parse(Part(span, "rv") ?? span.TraceId.ToHexString()[^14..]);

    private static ulong Parse(string hex) => ulong.Parse(hex, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    private static string? Part(Activity span, string key) =>
        span.TraceStateString!["ot=".Length..].Split(';').Select(part => part.Split(':')).SingleOrDefault(part => part[0] == key)?[1];
}
