namespace AkkaInstrumentation.Tests.Inside;

/// <summary>What a handler finds of its own message.</summary>
public sealed class CurrentMessageSpec
{
    private static readonly ActivitySource Library = new("AkkaInstrumentation.Tests");

    [Fact]
    public async Task Its_span_is_found_from_below_a_span_of_a_library_too()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        system.ActorOf((_, _) =>
        {
            using var library = Library.StartActivity("library");
            using var own = AkkaCurrentMessage.StartSpan("own", ActivityKind.Client);
            AkkaCurrentMessage.Span!.SetTag("order.id", 7);
        }).Tell("message");

        var found = await spans.WaitForStopped(3);
        var message = found.Single(span => span.IsOfMessage());
        var library = found.Single(span => span.OperationName == "library");
        var own = found.Single(span => span.OperationName == "own");
        Assert.Equal(7, message.GetTagItem("order.id"));
        Assert.Equal((message.SpanId, library.SpanId), (library.ParentSpanId, own.ParentSpanId));
        Assert.Equal((ActivityKind.Client, AkkaTelemetry.SourceName), (own.Kind, own.Source.Name));
    }

    [Fact]
    public async Task It_is_the_same_after_awaits_and_in_what_the_handler_starts()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var over = new TaskCompletionSource();
        var later = default(Task<Activity?>);
        system.ActorOf(AsyncHandler.Props(async (context, _) =>
        {
            var span = AkkaCurrentMessage.Span;
            var wait = AkkaCurrentMessage.WaitTime;
            await Task.Yield();
            using (AkkaCurrentMessage.StartSpan("after the await"))
            {
                await Task.Run(() => AkkaCurrentMessage.Span!.SetTag("same", ReferenceEquals(span, AkkaCurrentMessage.Span)));
            }

            AkkaCurrentMessage.Span!.SetTag("same wait", wait is not null && wait == AkkaCurrentMessage.WaitTime);
            later = Task.Run<Activity?>(async () =>
            {
                await over.Task;
                return AkkaCurrentMessage.Span;
            });
        })).Tell("message");

        var found = await spans.WaitForStopped(2);
        over.SetResult();
        var message = found.Single(span => span.IsOfMessage());
        Assert.Equal((true, true), (message.GetTagItem("same"), message.GetTagItem("same wait")));
        Assert.Equal(message.SpanId, found.Single(span => !span.IsOfMessage()).ParentSpanId);

        // the message has been handled: what is added now nobody would see
        Assert.Null(await Eventually.Within(later!));
    }

    [Fact]
    public void Outside_of_actors_there_is_none()
    {
        using var spans = SpanRecorder.WithRoot(out var root);

        Assert.Null(AkkaCurrentMessage.Span);
        Assert.Null(AkkaCurrentMessage.StartSpan("nothing"));
        Assert.Same(root, Activity.Current);
        Activity.Current = null;
        Assert.Null(AkkaCurrentMessage.Span);
    }

    [Fact]
    public async Task Of_a_message_that_is_not_recorded_there_is_none_and_no_span_begins()
    {
        await using var system = Systems.Instrumented(
            "akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = always }");
        using var spans = SpanRecorder.OfActor(out var actorName);
        var actor = system.ActorOf((context, _) =>
        {
            using var own = AkkaCurrentMessage.StartSpan("nothing");
            context.Sender.Tell((AkkaCurrentMessage.Span is null, own is null, Activity.Current is NonRecordingActivity));
        }, actorName);

        Assert.Equal((true, true, true), await actor.Ask<(bool, bool, bool)>("message"));
        Assert.Empty(spans.Started);
    }

    [Fact]
    public async Task The_wait_is_that_of_the_attribute()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        using var hold = new Hold();
        var waits = new ConcurrentQueue<TimeSpan?>();
        var actor = system.ActorOf((_, _) =>
        {
            hold.Pass();
            waits.Enqueue(AkkaCurrentMessage.WaitTime);
        });

        actor.Tell("first");
        await hold.Entered;
        actor.Tell("waits");
        hold.Release();

        var attributes = (await spans.WaitForStopped(2)).Select(span => (double)span.GetTagItem(AkkaSpanAttributes.MailboxWaitDuration)!);
        Assert.Equal(attributes.Select(TimeSpan.FromSeconds), waits.Select(wait => wait!.Value), (one, other) => (one - other)
            .Duration() <= TimeSpan.FromMicroseconds(1));
    }

    [Theory]
    [InlineData("all", true)]
    [InlineData("adaptive", false)]
    public async Task Without_a_span_the_wait_of_a_measured_message_is_known(string distributions, bool ofAll)
    {
        // another test's listener may ask for spans that record nothing, which know their wait too
        await using var system = Systems.Instrumented(
            $"akka.instrumentation {{ tracing.enabled = off, metrics {{ distributions = {distributions}, distributions-rate = 10 }} }}");
        using var metrics = new MetricRecorder(system);
        var known = 0;
        var actor = system.ActorOf((context, _) => known += AkkaCurrentMessage.WaitTime is { Ticks: >= 0 } ? 1 : 0);
        actor.TellTimes(2_000, "message");

        Assert.NotNull(await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20)));

        // one that stands for several is several values, and of those that are not measured nothing is known
        var values = metrics.Values(AkkaMetricNames.MailboxWaitDuration, (AkkaSpanAttributes.MessageType, "String"));
        Assert.InRange(Volatile.Read(ref known), values.Distinct().Count(), values.Count);
        Assert.Equal(ofAll, Volatile.Read(ref known) == 2_000);
    }

    [Fact]
    public async Task An_actor_without_instrumentation_and_code_outside_of_actors_know_no_wait()
    {
        await using var system = Systems.Plain();
        Assert.True(await system.ActorOf((context, _) => context.Sender.Tell(AkkaCurrentMessage.WaitTime is null)).Ask<bool>("message"));
        Assert.Null(AkkaCurrentMessage.WaitTime);
    }
}
