namespace AkkaInstrumentation.Tests;

/// <summary>
/// <c>OTEL_TRACES_SAMPLER</c> and <c>OTEL_TRACES_SAMPLER_ARG</c>, as everybody samples: what they ask for is what is recorded, and a trace is drawn
/// once, although both the library and the SDK's own sampler read them.
/// </summary>
[Collection(Alone.Name)]
public sealed class SamplerVariablesSpec
{
    private const int Roots = 4_000;

    [Theory]
    [InlineData("traceidratio", "0.25", 0.25)]
    [InlineData("parentbased_traceidratio", "0.25", 0.25)]
    [InlineData("ParentBased_TraceIdRatio", "0.01", 0.01)]
    [InlineData("parentbased_traceidratio", "1", 1)]
    [InlineData("parentbased_traceidratio", "0", 0)]
    [InlineData("parentbased_traceidratio", "much", 1)]
    [InlineData("parentbased_traceidratio", null, 1)]
    [InlineData("always_on", null, 1)]
    [InlineData("parentbased_always_on", "0.1", 1)]
    [InlineData("always_off", null, 0)]
    [InlineData("parentbased_always_off", null, 0)]
    public async Task Of_all_new_traces_the_share_that_they_name_is_recorded(string sampler, string? argument, double share)
    {
        await using var host = await Start(sampler, argument, "");
        var second = await host.StartActor(Handler.Props((_, _) => { }));
        var first = await host.StartActor(Handler.Props((_, message) => second.Tell(message, ActorRefs.NoSender)));
        await Send(host, first, second);

        // the last span of a run may end a moment after the next run has begun
        var slack = 6 * Math.Sqrt(Roots * share * (1 - share));
        await Eventually.Passes(() =>
        {
            var found = TracesOf(host, first);
            Assert.InRange(found.Count, (Roots * share) - slack, (Roots * share) + slack);
            Assert.All(found, trace => Assert.Equal(2, trace.Count()));
        });
        var traces = TracesOf(host, first);
        Assert.All(traces, trace => Assert.Single(trace, span => span.ParentSpanId == default && span.ParentId is null));

        // anybody else who samples by the same ratio keeps the trace too
        var standard = new TraceIdRatioBasedSampler(argument == "much" || share is 0 or 1 ? 1 : share);
        Assert.All(traces, trace => Assert.Equal(
            OpenTelemetry.Trace.SamplingDecision.RecordAndSample,
                standard.ShouldSample(new SamplingParameters(default, trace.Key, "root", ActivityKind.Consumer)).Decision));
    }

    [Fact]
    public async Task A_sampler_that_the_SDK_does_not_know_leaves_the_default()
    {
        await using var host = await Start("parentbased_something_new", "0.1", "");
        Assert.Equal("tracing.sampling.ratio = adaptive # reference.conf",
            $"{AkkaInstrumentationExtension.For(host.System).Control.Configuration["tracing.sampling.ratio"]}");
    }

    [Fact]
    public async Task A_ratio_of_the_library_takes_precedence_and_is_drawn_once_too()
    {
        await using var host = await Start("parentbased_traceidratio", "0.1", "akka.instrumentation.tracing.sampling.ratio = 0.5");
        var actor = await host.StartActor(Handler.Props((_, _) => { }));
        await Send(host, actor, actor);

        Assert.InRange(TracesOf(host, actor).Count, (Roots * 0.5) - 200, (Roots * 0.5) + 200);
    }

    [Fact]
    public async Task The_ratio_and_its_origin_are_shown_and_a_change_at_run_time_takes_precedence()
    {
        await using var host = await Start("traceidratio", "0.25", "");
        var control = AkkaInstrumentationExtension.For(host.System).Control;
        Assert.Equal(
            (0.25, "0.25", "OTEL_TRACES_SAMPLER"),
            (control.SamplingRatio, control.Configuration["tracing.sampling.ratio"].Value, control.Configuration["tracing.sampling.ratio"].Origin));

        control.SamplingRatio = 1;
        var actor = await host.StartActor(Handler.Props((_, _) => { }));
        await Send(host, actor, actor);

        await Eventually.Equal(Roots, () => TracesOf(host, actor).Count);
    }

    [Fact]
    public async Task A_failure_and_a_rule_have_their_spans_whatever_the_ratio()
    {
        const string Always = "akka.loglevel = OFF\nakka.instrumentation.rules.wanted { message = Int64, trace = always }";
        await using var host = await Start("parentbased_traceidratio", "0.000001", Always);
        var actor = await host.StartActor(Handler.Fallible);
        actor.Tell("fail", ActorRefs.NoSender);
        actor.Tell(1L, ActorRefs.NoSender);

        await Eventually.Equal(2, () => TracesOf(host, actor).Count);
        Assert.Contains(host.Sdk.Spans, span => span.Status == ActivityStatusCode.Error
            && "error".Equals(span.GetTagItem(AkkaSpanAttributes.SamplingReason)));
    }

    [Fact]
    public async Task A_sampler_that_is_set_in_code_is_asked_about_each_root_and_one_line_says_what_to_set_instead()
    {
        await using var host = await TestHost.Start(
            akka => akka
                .WithInstrumentation(options => options.Tracing.Sampling.Ratio = 1)
                .AddHocon(KeptLog.Hocon.Replace("WARNING", "INFO", StringComparison.Ordinal), HoconAddMode.Prepend),
            tracing => tracing.AddAkkaInstrumentation().SetSampler(new ParentBasedSampler(new TraceIdRatioBasedSampler(0.1))));
        var actor = await host.StartActor(Handler.Props((_, _) => { }));
        await Send(host, actor, actor);

        Assert.InRange(TracesOf(host, actor).Count, (Roots * 0.1) - 120, (Roots * 0.1) + 120);
        Assert.Single(await KeptLog.Whole(host.System), line => line.Contains("OTEL_TRACES_SAMPLER_ARG", StringComparison.Ordinal));
    }

    private static Task<TestHost> Start(string sampler, string? argument, string hocon) => TestHost.StartWithServices(
        (akka, _) => akka.WithInstrumentation().AddHocon(hocon, HoconAddMode.Prepend),
        builder => builder.Configuration.AddInMemoryCollection(
            new Dictionary<string, string?> { ["OTEL_TRACES_SAMPLER"] = sampler, ["OTEL_TRACES_SAMPLER_ARG"] = argument }));

    // Each message begins a trace. The last one has been handled when this returns, and its span has ended.
    private static async Task Send(TestHost host, IActorRef to, IActorRef last)
    {
        to.TellNumbers(Roots);

        await to.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(60));
        await last.Ask<ActorIdentity>(new Identify(2), TimeSpan.FromSeconds(60));
    }

    // The traces that an actor's messages began.
    private static List<IGrouping<ActivityTraceId, Activity>> TracesOf(TestHost host, IActorRef actor) =>
    [
        .. host.Sdk.Spans
            .Where(span => !"Identify".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType)))
            .GroupBy(span => span.TraceId)
            .Where(trace => trace.Any(span => actor.Path.ToStringWithoutAddress().Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath)))),
    ];
}
