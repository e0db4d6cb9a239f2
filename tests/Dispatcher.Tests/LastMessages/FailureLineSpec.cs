namespace AkkaInstrumentation.Tests.LastOnes;

/// <summary>What a failure shows of the messages before it: a line in the log and an event of the failed span.</summary>
public class FailureLineSpec
{
    private const string Kept = $$"""
        {{KeptLog.Hocon}}
        akka.instrumentation.rules.kept { path = "/user/**", last-messages = 3 }
        """;

    [Fact]
    public async Task The_log_has_one_line_with_the_messages_the_failed_one_first()
    {
        await using var system = Systems.Instrumented(Kept);
        var actor = system.ActorOf(Handler.Fallible, "orders");
        await actor.Ask<int>(1, TimeSpan.FromSeconds(20));
        actor.Tell("fail", actor);

        await Eventually.True(() => Lines(system).Any());
        var lines = Assert.Single(Lines(system)).Split('\n');
        Assert.Equal("The last messages before InvalidOperationException, the latest first:", lines[0]);
        Assert.Matches(@"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z String from /user/orders(, waited [\d.]+ ms)?, worked [\d.]+ ms, failed$", lines[1]);
        Assert.Matches(@"^\S+Z Int32 from /temp/_ask(, waited [\d.]+ ms)?, worked [\d.]+ ms, processed$", lines[2]);
        Assert.Equal(3, lines.Length);
    }

    [Fact]
    public async Task The_line_has_the_actor_as_its_source_belongs_to_the_trace_and_comes_before_the_supervisors()
    {
        await using var system = Systems.Instrumented($"{Kept}\nakka.instrumentation.system-actors = on");
        using var spans = SpanRecorder.WithRoot(out var root);
        var seen = new System.Collections.Concurrent.ConcurrentQueue<LogEvent>();
        var actor = system.ActorOf(Handler.Fallible, "traced");
        var logger = new Listening(message => seen.Enqueue((LogEvent)message), system);
        system.System.EventStream.Subscribe(logger, typeof(Warning));
        system.System.EventStream.Subscribe(logger, typeof(Error));

        actor.Tell("fail", ActorRefs.NoSender);

        await Eventually.Equal(2, () => seen.Count);
        Assert.Equal([LogLevel.WarningLevel, LogLevel.ErrorLevel], seen.Select(said => said.LogLevel()));
        Assert.All(seen, said => Assert.EndsWith("/user/traced", said.LogSource, StringComparison.Ordinal));
        Assert.Equal(root.TraceId, seen.First().ActivityContext?.TraceId);
        system.System.EventStream.Unsubscribe(logger);
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(0, false)] // the span is made because of the failure
    public async Task The_failed_span_has_them_as_an_event_and_the_whole_duration(int ratio, bool awaits)
    {
        await using var system = Systems.Instrumented(
            $"{Kept}\nakka.instrumentation.tracing {{ sampling.ratio = {ratio}, exceptions.span-events = on }}");
        using var spans = SpanRecorder.OfActor(out var name);
        var worked = TimeSpan.Zero;
        var actor = system.ActorOf(awaits ? AsyncHandler.Props(AwaitAndFail) : Handler.Props((_, message) => Fail.If(message is "fail")), name);
        actor.Tell("before", actor);
        actor.Tell("fail", actor);

        await Eventually.True(() => spans.Stopped.Any(span => span.Status == ActivityStatusCode.Error));
        var failed = Assert.Single(spans.Stopped, span => span.Status == ActivityStatusCode.Error);
        Assert.Equal(["exception", "akka.last_messages"], failed.Events.Select(one => one.Name));
        var said = failed.Events.Last();
        var tag = Assert.Single(said.Tags);
        Assert.Equal(SpanEvents.LastMessagesText, tag.Key);
        Assert.Matches(
            $@"^\S+Z String from /user/{name}, waited [\d.]+ ms, worked [\d.]+ ms, failed\n\S+Z String from /user/{name},", (string)tag.Value!);
        Assert.All(spans.Stopped.Where(span => span != failed), span => Assert.Empty(span.Events));
        var message = system.System.GetInsight().LastMessages(actor.Path.ToStringWithoutAddress())![0];
        Assert.Equal(AkkaMessageOutcome.Failed, message.Outcome);
        Assert.InRange(message.WorkTime!.Value, worked - TimeSpan.FromMilliseconds(1), failed.Duration + TimeSpan.FromMilliseconds(1));

        async Task AwaitAndFail(IActorContext context, object message)
        {
            var begun = Stopwatch.GetTimestamp();
            await Task.Delay(30);
            worked = Stopwatch.GetElapsedTime(begun);
            Fail.If(message is "fail");
        }
    }

    [Fact]
    public async Task Actors_without_them_have_neither()
    {
        await using var system = Systems.Instrumented(KeptLog.Hocon);
        using var spans = SpanRecorder.WithRoot(out _);
        system.ActorOf(Handler.Fallible).Tell("fail", ActorRefs.NoSender);

        Assert.Empty(Assert.Single(await spans.WaitForStopped(1)).Events);
        await Eventually.True(() => KeptLog.Of(system.System).Count > 0);
        Assert.Empty(Lines(system));
    }

    [Fact]
    public async Task A_restart_loop_writes_some_lines_and_reports_later_how_many_were_held_back()
    {
        const int Failures = FailureLines.PerMinute + 30;
        await using var system = Systems.Instrumented(Kept);
        var actor = system.ActorOf(Handler.Fallible);
        actor.TellTimes(Failures, "fail");

        Assert.Equal(1, await actor.Ask<int>(1, TimeSpan.FromSeconds(20)));

        // on a machine that stands still a minute may pass
        await Eventually.True(() => Lines(system).Count() >= FailureLines.PerMinute / 4);
        Assert.InRange(Lines(system).Count(), FailureLines.PerMinute / 4, 2 * FailureLines.PerMinute);

        // another type is not held back
        system.ActorOf(Props.Create(() => new Other())).Tell("fail", ActorRefs.NoSender);
        await Eventually.True(() => Lines(system).Any(line => line.Contains("NotSupportedException", StringComparison.Ordinal)));

        var extension = AkkaInstrumentationExtension.For(system.System);
        var (lines, type) = (LastMessageObservers.LinesOf(extension), extension.Metrics.ActorTypes.Single(type => type.Name == nameof(Handler)));
        Assert.True(lines.TryTake(type, Stopwatch.GetTimestamp() + (200 * Stopwatch.Frequency), out var heldBack));
        Assert.True(heldBack >= Failures - (2 * FailureLines.PerMinute), $"{heldBack}");
    }

    [Fact]
    public void A_text_is_cut_between_two_messages_and_shows_it()
    {
        var name = new string('x', 1_000);
        var messages = Enumerable.Range(0, 20)
            .Select(_ => new AkkaLastMessage { MessageType = name, StartedAt = DateTime.UtcNow, Outcome = AkkaMessageOutcome.Running }).ToList();

        var text = LastMessageLines.Format(messages).Split('\n');

        Assert.Equal(8, text.Length);
        Assert.All(text.SkipLast(1), line => Assert.EndsWith($"{name}, running", line, StringComparison.Ordinal));
        Assert.Equal("and 13 earlier ones", text[^1]);
        Assert.Equal("", LastMessageLines.Format([]));
    }

    private sealed class Other : ReceiveActor
    {
        public Other() => ReceiveAny(_ => throw new NotSupportedException());
    }

    private static IEnumerable<string> Lines(TestSystem system) =>
        KeptLog.Of(system.System).Where(line => line.StartsWith("The last messages", StringComparison.Ordinal));

    // Hears of a line on the thread that logs it, as the queue of a logger does.
    private sealed class Listening(Action<object> heard, TestSystem system) : MinimalActorRef
    {
        public override ActorPath Path { get; } = new RootActorPath(Address.AllSystems) / "listening";

        public override IActorRefProvider Provider => ((ExtendedActorSystem)system.System).Provider;

        protected override void TellInternal(object message, IActorRef sender) => heard(message);
    }
}
