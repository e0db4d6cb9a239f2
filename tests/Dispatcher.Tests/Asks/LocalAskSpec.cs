using Akka.Routing;

namespace AkkaInstrumentation.Tests.Asks;

/// <summary>A system without other nodes, with this library's provider in the place of Akka's sealed one.</summary>
[Collection(Alone.Name)]
public sealed class LocalAskSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(20);

    [Fact]
    public async Task Asks_are_measured_and_time_outs_noted()
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        using var metrics = new MetricRecorder(system);
        var silent = system.ActorOf((_, _) => { }, "silent");
        await Assert.ThrowsAsync<AskTimeoutException>(() => silent.Ask<string>("question", Short));
        await Eventually.True(
            () => metrics.Recorded.Any(measured => measured.Name == AkkaMetricNames.AskDuration
                && "Akka.Actor.AskTimeoutException".Equals(measured.Tag(AkkaSpanAttributes.ErrorType))),
            metrics.Dump);
        var noted = Assert.Single(system.Extension.Insight.TimedOutAsks.Read()).Latest;
        Assert.Equal(new AskTimeout("String", "_none", "Handler", "/user/silent"), noted);
    }

    /// <summary>As a failed message has one.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task One_of_an_unsampled_trace_that_times_out_has_a_span_afterwards_with_a_link_to_the_trace(bool isInTrace)
    {
        await using var system = Systems.Instrumented($"{Systems.SeesAsks}\nakka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.Everything();
        var silent = system.ActorOf((_, _) => { }, "silent");
        using var request = isInTrace ? Unsampled.Activity("request").Start() : null;
        await Assert.ThrowsAsync<AskTimeoutException>(() => silent.Ask<string>("question", Short));
        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(
            ("ask String", ActivityStatusCode.Error, "error", "/user/silent", default(ActivitySpanId)),
            (span.DisplayName, span.Status, span.GetTagItem(AkkaSpanAttributes.SamplingReason), span.GetTagItem(AkkaSpanAttributes.ReceiverPath),
                span.ParentSpanId));
        Assert.True(span.Duration >= Short / 2, $"{span.Duration}");
        Assert.Equal(request is null ? [] : [request.TraceId], span.Links.Select(link => link.Context.TraceId));
    }

    [Theory]
    [InlineData("tracing.retroactive.errors = off")]
    [InlineData("tracing.ask-spans = off")]
    [InlineData("tracing.enabled = off")]
    public async Task It_has_none_where_that_is_switched_off(string setting)
    {
        await using var system = Systems.Instrumented($"{Systems.SeesAsks}\nakka.instrumentation {{ tracing.sampling.ratio = 0, {setting} }}");
        using var spans = SpanRecorder.Everything();
        using var metrics = new MetricRecorder(system);
        var silent = system.ActorOf((_, _) => { }, "silent");
        await Assert.ThrowsAsync<AskTimeoutException>(() => silent.Ask<string>("question", Short));
        await Eventually.True(() => metrics.Recorded.Any(measured => measured.Name == AkkaMetricNames.AskDuration), metrics.Dump);
        Assert.Empty(spans.Started);
    }

    /// <summary>A storm of time-outs makes no storm of spans.</summary>
    [Fact]
    public async Task Many_time_outs_have_as_many_spans_as_the_limit_allows()
    {
        await using var system = Systems.Instrumented(
            $"{Systems.SeesAsks}\nakka.instrumentation.tracing {{ sampling.ratio = 0, retroactive.limit = 10 }}");
        using var spans = SpanRecorder.Everything();
        var silent = system.ActorOf((_, _) => { }, "silent");
        var begun = Stopwatch.GetTimestamp();
        await Task.WhenAll(Enumerable.Range(0, 2_000).Select(
            _ => Assert.ThrowsAsync<AskTimeoutException>(() => silent.Ask<string>("question", Short))));
        await Eventually.True(() => spans.Stopped.Count > 0, () => "no span");
        var most = 10 * (Stopwatch.GetElapsedTime(begun).TotalSeconds + 1);
        Assert.True(spans.Started.Count <= most, $"{spans.Started.Count} > {most}");
    }

    /// <summary>Nothing is kept of an Ask that can get no span.</summary>
    [Theory]
    [InlineData("on", true)]
    [InlineData("off", false)]
    public async Task What_an_unsampled_ask_keeps_depends_on_the_spans_of_failures(string errors, bool keeps)
    {
        await using var system = Systems.Instrumented(
            $"{Systems.SeesAsks}\nakka.instrumentation.tracing {{ sampling.ratio = 0, retroactive.errors = {errors} }}");
        using var spans = SpanRecorder.Everything();
        var echo = system.ActorOf(Echo.Props);
        Assert.Equal(keeps, AskSpan.Begin(system.Extension, "question", echo, Stopwatch.GetTimestamp()) is not null);
    }

    /// <summary>Without any setting of the application's.</summary>
    [Theory]
    [InlineData(Systems.SeesAsks, "")]
    [InlineData("akka.loglevel = OFF", "Asks from outside of actors that time out: Akka's own actor reference provider does not measure them")]
    public async Task Time_outs_are_checked_where_asks_are_seen(string provider, string expected)
    {
        await using var system = Systems.Instrumented(provider);
        using var metrics = new MetricRecorder(system);
        var echo = system.ActorOf(Echo.Props);
        await Eventually.Equal(expected, () =>
        {
            echo.Ask<string>("question", Long).Wait(Long);
            return string.Join(", ", system.System.GetInsight().Diagnose().Unchecked);
        });
    }

    [Fact]
    public async Task With_no_exporter_an_ask_has_Akkas_own_reference()
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        var provider = ((ExtendedActorSystem)system.System).Provider;
        Assert.IsType<InstrumentedLocalActorRefProvider>(provider);
        Assert.IsType<FutureActorRef<string>>(provider.CreateFutureRef(new TaskCompletionSource<string>()));
    }

    /// <summary>Everything else is Akka's.</summary>
    [Fact]
    public async Task Actors_routers_selections_paths_and_the_end_are_as_in_plain_Akka()
    {
        Assert.Equal(await Story(Systems.Plain("akka.loglevel = OFF")), await Story(Systems.Instrumented(Systems.SeesAsks)));

        static async Task<string> Story(TestSystem test)
        {
            await using var _ = test;
            var (system, provider) = (test.System, ((ExtendedActorSystem)test.System).Provider);
            var echo = test.ActorOf(Echo.Props, "echo");
            var pool = test.ActorOf(Echo.Props.WithRouter(new RoundRobinPool(3)), "pool");
            var parts = new List<object?>
            {
                await echo.Ask<string>("echo", Long),
                await pool.Ask<string>("pool", Long),
                await system.ActorSelection("/user/echo").Ask<string>("selection", Long),
                (await system.ActorSelection("/user/ec*").ResolveOne(Long)).Path.ToStringWithoutAddress(),
                provider.ResolveActorRef("/user/echo").Equals(echo),
                provider.ResolveActorRef(echo.Path).Equals(echo),
                provider.ResolveActorRef("/user/nobody").Path.ToStringWithoutAddress(),
                provider.RootGuardianAt(provider.DefaultAddress).Path.ToStringWithoutAddress(),
                provider.GetExternalAddressFor(provider.DefaultAddress)?.Protocol,
                provider.RootPath.Elements.Count,
                provider.TempPath().Parent.ToStringWithoutAddress(),
                provider.Guardian.Path.Name,
                provider.SystemGuardian.Path.Name,
                provider.DeadLetters.Path.Name,
                provider.IgnoreRef.Path.Name,
                provider.Settings == system.Settings,
                provider.Deployer is not null,
                provider.SerializationInformation.Address?.Protocol,
                await echo.GracefulStop(Long),
            };
            await Assert.ThrowsAsync<AskTimeoutException>(() => echo.Ask<string>("stopped", Short));
            await system.Terminate();
            parts.Add(provider.TerminationTask.IsCompleted);
            return string.Join('\n', parts);
        }
    }
}
