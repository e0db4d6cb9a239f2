namespace AkkaInstrumentation.Tests.Spans;

/// <summary>What was thrown, as an event of the failed span: only if it is asked for, and never at the message's expense.</summary>
public class ExceptionEventSpec
{
    private const string Silent = "akka.loglevel = OFF";
    private const string On = $"{Silent}\nakka.instrumentation.tracing.exceptions.span-events = on";

    private sealed class Boom(string message, Func<string>? text = null) : Exception(message)
    {
        public override string ToString() => text is null ? base.ToString() : text();
    }

    private sealed class Speechless : Exception
    {
        public override string Message => throw new InvalidOperationException("on purpose");
    }

    [Fact]
    public async Task There_is_none_until_it_is_asked_for()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Throwing(() => new Boom("no stock")));

        actor.Tell(1, ActorRefs.NoSender);
        Assert.Empty((await spans.WaitForStopped(1))[0].Events);

        AkkaInstrumentationExtension.For(system.System).Control.Change("tracing.exceptions.span-events = on");
        actor.Tell(2, ActorRefs.NoSender);
        Assert.Single((await spans.WaitForStopped(2))[1].Events);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task It_has_type_message_and_stack_trace_and_the_time_of_the_failure(bool awaits)
    {
        await using var system = Systems.Instrumented(On);
        using var spans = SpanRecorder.WithRoot(out _);
        var (before, after) = (default(DateTime), default(DateTime));
        var actor = system.ActorOf(awaits
            ? AsyncHandler.Props(async (_, _) =>
            {
                await Task.Yield();
                before = DateTime.UtcNow;
                ThrowsOutOfStock();
            })
            : Handler.Props((_, _) =>
            {
                before = DateTime.UtcNow;
                ThrowsOutOfStock();
            }));

        actor.Tell("fail", ActorRefs.NoSender);
        var span = Assert.Single(await spans.WaitForStopped(1));
        after = DateTime.UtcNow;

        var said = Assert.Single(span.Events);
        var tags = said.Tags.ToDictionary();
        Assert.Equal("exception", said.Name);
        Assert.InRange(said.Timestamp.UtcDateTime, before - TimeSpan.FromMilliseconds(5), after + TimeSpan.FromMilliseconds(5));
        Assert.InRange(said.Timestamp.UtcDateTime, span.StartTimeUtc, span.StartTimeUtc + span.Duration);
        Assert.Equal([SpanEvents.ExceptionType, SpanEvents.ExceptionMessage, SpanEvents.ExceptionStackTrace], said.Tags.Select(tag => tag.Key));
        Assert.Equal((typeof(Boom).FullName, "no stock"), (tags[SpanEvents.ExceptionType], tags[SpanEvents.ExceptionMessage]));
        Assert.StartsWith($"{typeof(Boom)}: no stock", (string)tags[SpanEvents.ExceptionStackTrace]!, StringComparison.Ordinal);
        Assert.Contains(nameof(ThrowsOutOfStock), (string)tags[SpanEvents.ExceptionStackTrace]!, StringComparison.Ordinal);
        Assert.Equal(tags[SpanEvents.ExceptionType], span.GetTagItem(AkkaSpanAttributes.ErrorType));
    }

    [Fact]
    public async Task A_span_after_the_fact_has_it_too()
    {
        await using var system = Systems.Instrumented($"{On}\nakka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.OfActor(out var name);
        system.ActorOf(Throwing(() => new Boom("no stock")), name).Tell("fail", ActorRefs.NoSender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal("error", span.GetTagItem(AkkaSpanAttributes.SamplingReason));
        Assert.Equal("no stock", Said(span, SpanEvents.ExceptionMessage));
        Assert.InRange(Assert.Single(span.Events).Timestamp.UtcDateTime, span.StartTimeUtc, span.StartTimeUtc + span.Duration);
    }

    [Fact]
    public async Task Spans_of_starts_and_restarts_that_failed_have_what_the_actors_own_code_threw()
    {
        await using var system = Systems.Instrumented(On);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(
            Hooked.Props(new() { Handle = (_, _) => throw new Boom("handler"), PostRestart = () => throw new Boom("restart") }), name);
        actor.Tell("fail", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal(
            ["Hooked/String: handler", "restart Hooked: restart"],
            stopped.Select(span => $"{span.DisplayName}: {Said(span, SpanEvents.ExceptionMessage)}").Order(StringComparer.Ordinal));
        Assert.All(stopped, span => Assert.Equal(typeof(Boom).FullName, Said(span, SpanEvents.ExceptionType)));
    }

    [Fact]
    public async Task Each_text_is_cut_and_no_character_in_two()
    {
        await using var system = Systems.Instrumented($"{On}\nakka.instrumentation.tracing.exceptions.max-length = 4");
        using var spans = SpanRecorder.WithRoot(out _);
        system.ActorOf(Throwing(() => new Boom("no stock", () => "abc\U0001F600"))).Tell("fail", ActorRefs.NoSender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(("no s", "abc"), (Said(span, SpanEvents.ExceptionMessage), Said(span, SpanEvents.ExceptionStackTrace)));
        Assert.Equal("no s", span.StatusDescription);
    }

    /// <summary>A collector refuses a whole batch that is too large, with the spans of all other messages.</summary>
    [Theory]
    [InlineData("tracing.exceptions.max-length = 33", 33)]
    [InlineData("tracing.exceptions { span-events = on, max-length = 33 }", 33)]
    [InlineData("tracing.exceptions.span-events = on", 8_192)]
    [InlineData("tracing.sampling.ratio = 0", 8_192)]
    public async Task A_message_of_megabytes_is_cut_wherever_it_is_shown(string settings, int length)
    {
        await using var system = Systems.Instrumented($"{Silent}\nakka.instrumentation.{settings}");
        using var spans = SpanRecorder.OfActor(out var name);
        var huge = new string('x', 5_000_000);
        var actor = system.ActorOf(
            Hooked.Props(new()
            {
                HandleAsync = async (_, message) =>
                {
                    await Task.Yield();
                    throw new Boom(huge);
                },
                PostRestart = () => throw new Boom(huge),
            }),
            name);

        actor.Tell("fail", ActorRefs.NoSender);

        // the message's, and that of the restart, which fails too
        Assert.All(await spans.WaitForStopped(2), span =>
        {
            Assert.Equal(huge[..length], span.StatusDescription);
            Assert.All(span.TagObjects.Concat(span.Events.SelectMany(said => said.Tags)).Select(tag => tag.Value).OfType<string>(),
                text => Assert.InRange(text.Length, 0, Math.Max(length, 512)));
        });
    }

    /// <summary>Whatever is switched on: the status carries the message always.</summary>
    [Theory]
    [InlineData(Silent, 0)]
    [InlineData(On, 1)]
    public async Task A_text_that_throws_costs_neither_the_message_nor_its_span_nor_the_next_and_is_counted(string hocon, int events)
    {
        await using var system = Systems.Instrumented(hocon);
        using var metrics = new MetricRecorder((string?)null);
        using var spans = SpanRecorder.WithRoot(out var root);
        var before = Faults(metrics);
        var child = Throwing(() => new Speechless());

        // Akka writes the exception's message into its log line: not here, where it throws
        var parent = system.ActorOf(Supervising.Props(new OneForOneStrategy(-1, -1, _ => Directive.Restart, loggingEnabled: false), child));

        parent.Tell("fail", ActorRefs.NoSender);
        parent.Tell("fail", ActorRefs.NoSender);

        var failed = (await spans.WaitForStopped(4)).Where(span => span.Status == ActivityStatusCode.Error).ToList();
        Assert.Equal(2, failed.Count);
        Assert.All(failed, span =>
        {
            Assert.Null(span.StatusDescription);
            Assert.Equal(typeof(Speechless).FullName, span.GetTagItem(AkkaSpanAttributes.ErrorType));
            Assert.Equal("restart", span.GetTagItem(AkkaSpanAttributes.SupervisionDirective));
            Assert.Equal(events, span.Events.Count());
            Assert.All(span.Events, said => Assert.Equal([SpanEvents.ExceptionType], said.Tags.Select(tag => tag.Key)));
        });
        Assert.Equal([root], spans.Open);
        Assert.True(Faults(metrics) >= before + 2 + (2 * events));
    }

    [Fact]
    public async Task A_span_that_records_nothing_asks_for_no_text()
    {
        await using var system = Systems.Instrumented(On);
        using var spans = SpanRecorder.WithRoot(out _);
        spans.Decision = ActivitySamplingResult.PropagationData;
        var asked = 0;
        var actor = system.ActorOf(Throwing(() => new Boom("no stock", () => $"{Interlocked.Increment(ref asked)}")));

        actor.Tell("fail", ActorRefs.NoSender);
        Assert.Empty(Assert.Single(await spans.WaitForStopped(1)).Events);
        Assert.Equal(0, asked);
    }

    private static void ThrowsOutOfStock() => throw new Boom("no stock");

    private static Props Throwing(Func<Exception> exception) => Handler.Props((_, _) => throw exception());

    private static object? Said(Activity span, string attribute) =>
        Assert.Single(span.Events).Tags.SingleOrDefault(tag => tag.Key == attribute).Value;

    private static long Faults(MetricRecorder metrics) =>
        metrics.Sum(AkkaMetricNames.InstrumentationCallbackFailures, (AkkaMetricAttributes.InstrumentationCallbackType, "exception")) ?? 0;
}
