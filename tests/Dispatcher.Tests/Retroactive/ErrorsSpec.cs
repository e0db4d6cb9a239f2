namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>A message that was not sampled and failed: its span is made when it is over.</summary>
public class ErrorsSpec
{
    private const string Unsampled = "akka.loglevel = OFF\nakka.instrumentation.tracing.sampling.ratio = 0";

    [Fact]
    public async Task Its_times_are_those_of_the_message()
    {
        await using var system = Systems.Instrumented(Unsampled);
        using var spans = SpanRecorder.OfActor(out var name);
        using var hold = new Hold();
        var actor = system.ActorOf(
            (_, _) =>
            {
                hold.Pass();
                throw new TimeoutException("no stock");
            },
            name);

        // the clock that unsampled messages read is behind, as far as its timer waits for a thread
        var before = Ticks.ToUtc(CoarseClock.Now);
        actor.Tell("fail", ActorRefs.NoSender);
        await hold.Entered;
        var inside = DateTime.UtcNow;
        await Task.Delay(50);
        var released = DateTime.UtcNow;
        hold.Release();

        var span = Assert.Single(await spans.WaitForStopped(1));
        var end = span.StartTimeUtc + span.Duration;
        Assert.InRange(span.StartTimeUtc, before - TimeSpan.FromMilliseconds(5), inside + TimeSpan.FromMilliseconds(5));
        Assert.InRange(end, released - TimeSpan.FromMilliseconds(5), DateTime.UtcNow + TimeSpan.FromMilliseconds(5));
    }

    /// <summary>Of most messages in a batch only their begin is noted, and that by a clock that stands still for ten milliseconds.</summary>
    [Fact]
    public async Task In_a_batch_it_begins_when_the_one_before_has_ended()
    {
        await using var system = Systems.Instrumented($"{Unsampled}\nakka.instrumentation.metrics.distributions-rate = 10");
        using var spans = SpanRecorder.OfActor(out var name);
        using var hold = new Hold();
        var actor = system.ActorOf((_, message) => ((Action)message)(), name);
        var ended = 0L;

        // many, so that those that follow are not timed
        for (var i = 0; i < 5_000; i++)
        {
            Tell(() => { });
        }

        Tell(hold.Pass);
        await hold.Entered;
        Tell(() => { });
        Tell(() =>
        {
            var begun = CoarseClock.Now;
            SpinWait.SpinUntil(() => CoarseClock.Now - begun > Stopwatch.Frequency / 20);
            ended = CoarseClock.Now;
        });
        Tell(() => throw new TimeoutException("no stock"));
        hold.Release();

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.InRange(span.StartTimeUtc, Ticks.ToUtc(ended) - TimeSpan.FromMilliseconds(5), span.StartTimeUtc + span.Duration);

        void Tell(Action action) => actor.Tell(action, ActorRefs.NoSender);
    }

    [Theory]
    [InlineData("never", 0)]
    [InlineData("only-in-trace", 0)]
    [InlineData("always", 1)]
    [InlineData("sampled", 1)]
    public async Task Rules_decide_whether_such_a_message_may_begin_a_trace(string trace, int expected)
    {
        await using var system = Systems.Instrumented(
            $$"""
            {{Unsampled}}
            akka.instrumentation.rules {
              mine { message = String, trace = {{trace}} }
              last { message = Int32, trace = always }
            }
            """);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Handler.Fallible, name);

        actor.Tell("fail", ActorRefs.NoSender);
        actor.Tell(1, ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(expected + 1);
        Assert.Equal(expected, stopped.Count(span => Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), "String")));
    }

    [Theory]
    [InlineData("parent", 1)]
    [InlineData("link", 1)]
    [InlineData("none", 0)]
    public async Task A_parent_that_is_not_recorded_becomes_a_link(string relation, int links)
    {
        await using var system = Systems.Instrumented(
            $"{Unsampled}\nakka.instrumentation.rules.mine {{ relation = {relation}, span-name = \"do {{message}}\" }}");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Handler.Fallible, name);

        using var request = Tests.Unsampled.Activity("request").Start();
        actor.Tell("fail", ActorRefs.NoSender);
        request.Stop();

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(("do String", default), (span.DisplayName, span.ParentSpanId));
        Assert.NotEqual(request.TraceId, span.TraceId);
        Assert.Equal(Enumerable.Repeat(request.Context, links), span.Links.Select(link => link.Context));
    }

    [Fact]
    public async Task What_the_samplers_did_not_want_is_offered_to_them_with_the_reason()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var name = $"late-{Guid.NewGuid():N}";
        var path = $"/user/{name}";
        var stopped = new TaskCompletionSource<Activity>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var listener = Listening.Spans(
            (ref options) => options.Tags?.Any(tag => Equals(tag.Value, path)) != true ? ActivitySamplingResult.None
                : options.Tags.Any(tag => tag is { Key: AkkaSpanAttributes.SamplingReason, Value: "error" })
                    ? ActivitySamplingResult.AllDataAndRecorded
                : ActivitySamplingResult.PropagationData,
            stopped: span =>
            {
                if (span.Recorded && Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath), path))
                {
                    stopped.TrySetResult(span);
                }
            });
        var actor = system.ActorOf((_, _) => throw new TimeoutException("no stock"), name);

        actor.Tell("fail", ActorRefs.NoSender);

        Assert.Equal("no stock", (await Eventually.Within(stopped.Task)).StatusDescription);
    }

    [Fact]
    public async Task An_async_handler_that_fails_after_an_await_has_a_span_from_its_start()
    {
        await using var system = Systems.Instrumented(Unsampled);
        using var spans = SpanRecorder.OfActor(out var name);
        using var hold = new Hold();
        var actor = system.ActorOf(
            AsyncHandler.Props(async (_, _) =>
            {
                await hold.PassAsync();
                throw new TimeoutException("no stock");
            }),
            name);

        actor.Tell("fail", ActorRefs.NoSender);
        await hold.Entered;
        var inside = DateTime.UtcNow;
        hold.Release();

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal((ActivityStatusCode.Error, "no stock"), (span.Status, span.StatusDescription));
        Assert.InRange(span.StartTimeUtc, DateTime.MinValue, inside + TimeSpan.FromMilliseconds(5));
        Assert.Equal("restart", span.GetTagItem(AkkaSpanAttributes.SupervisionDirective));
    }

    [Fact]
    public async Task A_storm_of_failures_makes_no_more_spans_than_the_limit_and_counts_how_many_were_left_out()
    {
        const int Messages = 5_000;
        await using var system = Systems.Instrumented($"{Unsampled}\nakka.instrumentation.tracing.retroactive.limit = 20");
        using var spans = SpanRecorder.OfActor(out var name);
        using var metrics = new MetricRecorder(system);
        var watch = Stopwatch.StartNew();
        var failing = Handler.Props((_, _) => throw new TimeoutException("no stock"));
        var resuming = Supervising.Props(new OneForOneStrategy(-1, -1, _ => Directive.Resume, loggingEnabled: false), failing);
        var actors = Enumerable.Range(0, 4).Select(i => system.ActorOf(resuming, $"{name}-{i}")).ToList();
        for (var i = 0; i < Messages; i++)
        {
            actors[i % 4].Tell("fail", ActorRefs.NoSender);
        }

        await Eventually.Equal(Messages, () => metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.SupervisionDirective, "resume")));
        await Eventually.Equal(0, () => spans.Open.Count);
        Assert.InRange(spans.Stopped.Count, 1, 5 + 1 + (int)(20 * watch.Elapsed.TotalSeconds));

        // the first one after the storm has the number
        await Eventually.Passes(() =>
        {
            actors[0].Tell("fail", ActorRefs.NoSender);
            Assert.InRange(spans.Stopped.Sum(span => (long)(span.GetTagItem(AkkaSpanAttributes.SamplingSuppressedCount) ?? 0L)),
                Messages - 100, long.MaxValue);
        });
    }
}
