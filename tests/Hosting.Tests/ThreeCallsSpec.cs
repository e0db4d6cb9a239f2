namespace AkkaInstrumentation.Tests;

/// <summary>WithInstrumentation and the two AddAkkaInstrumentation on a real host: what arrives at the exporters.</summary>
public sealed class ThreeCallsSpec
{
    [Fact]
    public async Task Every_message_gives_a_consumer_span_below_its_senders()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        var actor = await host.StartActor(Echo.Props);
        var sender = await TestHost.Traced(async () =>
        {
            await actor.Ask<string>("one");
            await actor.Ask<string>("two");
        });

        var spans = (await host.Exported(sender, 3)).Where(span => span != sender).ToList();
        Assert.All(spans, span => Assert.Equal(
            (ActivityKind.Internal, "Echo/String", sender.SpanId), (span.Kind, span.DisplayName, span.ParentSpanId)));
    }

    [Fact]
    public async Task An_ask_in_a_trace_has_a_span_between_the_askers_and_the_questions()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.Tracing.AskSpans = true));
        var actor = await host.StartActor(Echo.Props);
        var sender = await TestHost.Traced(async () => await actor.Ask<string>("one"));

        var spans = (await host.Exported(sender, 3)).ToList();
        var ask = Assert.Single(spans, span => span.DisplayName == "ask String");
        Assert.Equal((sender.SpanId, ActivityKind.Internal), (ask.ParentSpanId, ask.Kind));
        Assert.Equal(ask.SpanId, Assert.Single(spans, span => span.DisplayName == "Echo/String").ParentSpanId);
    }

    [Fact]
    public async Task The_first_message_that_an_actor_gets_at_start_is_seen()
    {
        await using var host = await TestHost.Start(akka => akka
            .WithInstrumentation()
            .StartActors((system, _) => system.ActorOf(Props.Create(() => new Eager(system.Name)), system.Name)));

        await Eventually.True(() => host.Sdk.Spans.Any(span => Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath), $"/user/{host.System.Name}")));
    }

    [Fact]
    public async Task Counts_are_exact_and_histograms_have_the_advised_bounds()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        var actor = await host.StartActor(Echo.Props);
        for (var i = 0; i < 10; i++)
        {
            await actor.Ask<int>(i);
        }

        Assert.Equal(10, Assert.Single(host.Points(), point => IsOf(point, AkkaMetricNames.ActorMessages)).Value);
        await Eventually.Passes(() =>
        {
            var duration = Assert.Single(host.Points(), point => IsOf(point, AkkaMetricNames.ActorProcessDuration));
            Assert.Equal(10, duration.Value);
            Assert.Equal(BucketAdvice.Durations.HistogramBucketBoundaries, duration.Bounds);
        });

        static bool IsOf(SdkPoint point, string metric) => point.Metric == metric && point.Has(AkkaSpanAttributes.MessageType, "Int32");
    }

    [Fact]
    public async Task Adding_everything_twice_is_adding_it_once()
    {
        await using var host = await TestHost.Start(
            akka => akka.WithInstrumentation().WithInstrumentation(),
            tracing => tracing.AddAkkaInstrumentation().AddAkkaInstrumentation(),
            metrics => metrics.AddAkkaInstrumentation().AddAkkaInstrumentation());
        var actor = await host.StartActor(Echo.Props);
        var sender = await TestHost.Traced(() => actor.Ask<string>("once"));
        await host.Exported(sender, 2);
        await host.AssertInstrumented(actor);

        // a later message's span has been exported: twice as many would be there
        Assert.Equal(2, host.Sdk.SpansOf(sender.TraceId).Count);
        var messages = host.Points()
            .Where(point => point.Metric == AkkaMetricNames.ActorMessages && point.Has(AkkaSpanAttributes.MessageType, "String"));
        Assert.Equal(2, Assert.Single(messages).Value);
    }

    [Fact]
    public void Null_is_refused_by_name()
    {
        Assert.Equal(
            "builder", Assert.Throws<ArgumentNullException>(() => AkkaInstrumentationHostingExtensions.WithInstrumentation(null!)).ParamName);
        Assert.Equal("builder", Assert.Throws<ArgumentNullException>(() => ((TracerProviderBuilder)null!).AddAkkaInstrumentation()).ParamName);
        Assert.Equal("builder", Assert.Throws<ArgumentNullException>(() => ((MeterProviderBuilder)null!).AddAkkaInstrumentation()).ParamName);
    }

    private sealed class Eager : ActorBase
    {
        public Eager(string greeting) => Self.Tell(greeting);

        protected override bool Receive(object message) => true;
    }
}
