namespace AkkaInstrumentation.Tests;

/// <summary>
/// Which traces the dashboard takes. Alone, because listeners are global. They are there before the actors: a listener that starts during an
/// actor's first run
/// hears of it from the next run on.
/// </summary>
[Collection(Alone.Name)]
public sealed class SpanListenerSpec
{
    [Fact]
    public async Task Where_nobody_else_listens_it_samples_and_never_more_than_20_traces_a_second()
    {
        await using var system = Systems.Instrumented();
        var store = new TraceStore();
        var watch = Stopwatch.StartNew();
        using var listener = new SpanListener(system.Name, store);
        var actor = system.ActorOf((_, _) => { });
        actor.TellTimes(1_000, "message");

        await actor.Ask<ActorIdentity>(new Identify(1));
        await Eventually.True(() => Taken(store) >= TracePicker.Begun / 2);
        Assert.InRange(Taken(store), TracePicker.Begun / 2, TracePicker.Begun + Refilled(watch));

        // what has not been used is there again
        listener.Renew();
        await Eventually.True(() =>
        {
            actor.TellTimes(1_000, "message");
            return Taken(store) >= 2 * TracePicker.Begun;
        });
        Assert.InRange(Taken(store), 2 * TracePicker.Begun, TracePicker.Begun + Refilled(watch));
    }

    [Fact]
    public async Task A_trace_that_it_samples_is_whole()
    {
        await using var system = Systems.Instrumented();
        var store = new TraceStore();
        using var listener = new SpanListener(system.Name, store);
        var last = system.ActorOf((_, _) => { });
        var first = system.ActorOf((_, message) => last.Tell(message, ActorRefs.NoSender));
        first.TellTimes(1, "message");
        await Eventually.Equal(2, () => store.Read(traces => traces.SelectMany(trace => trace.Spans).Count()));
        Assert.All(store.Read(traces => traces.ToList()), trace => Assert.True(trace.IsWhole));
    }

    [Fact]
    public async Task Where_somebody_else_listens_it_takes_what_is_recorded_and_samples_nothing()
    {
        await using var system = Systems.Instrumented();
        using var recorded = SpanRecorder.Everything();
        var actor = system.ActorOf((_, _) => { });
        var store = new TraceStore();
        using (new SpanListener(system.Name, store))
        {
            var watch = Stopwatch.StartNew();
            actor.TellTimes(100, "message");
            await Eventually.Equal(100, () => recorded.Stopped.Count);
            Assert.InRange(Taken(store), TracePicker.Begun / 2, TracePicker.Begun + Refilled(watch));
        }
    }

    [Fact]
    public async Task Without_a_sample_of_the_other_there_is_nothing()
    {
        await using var system = Systems.Instrumented();
        using var refuses = new ActivityListener { ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName, Sample =
            (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.None };
        ActivitySource.AddActivityListener(refuses);
        var store = new TraceStore();
        using var listener = new SpanListener(system.Name, store);
        var actor = system.ActorOf((_, _) => { });
        actor.TellTimes(100, "message");
        await actor.Ask<ActorIdentity>(new Identify(1));
        Assert.Equal(0, Taken(store));
    }

    /// <summary>A service that follows its caller must not record more because somebody looks at a page.</summary>
    [Theory]
    [InlineData("a caller that does not record", "00")]
    [InlineData("a caller that records", "01")]
    [InlineData("no caller", "00")]
    [InlineData("no request", "00")]
    public async Task What_a_handler_calls_sees_no_sampling_by_the_page_and_the_trace_is_whole(string from, string flags)
    {
        using var requests = new ActivitySource("Microsoft.AspNetCore");
        await using var system = Systems.Instrumented();
        var store = new TraceStore();
        using var listener = new SpanListener(system.Name, store);
        var told = new ConcurrentQueue<string?>();
        var last = system.ActorOf((context, message) =>
        {
            told.Enqueue(Activity.Current?.Id);
            context.Sender.Tell(message);
        });
        var first = system.ActorOf((context, message) =>
        {
            told.Enqueue(Activity.Current?.Id);
            last.Forward(message);
        });
        var caller = new ActivityContext(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(),
            from == "a caller that records" ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None, isRemote: true);
        using (var request = from == "no request" ? null
            : requests.StartActivity("GET /", ActivityKind.Server, from == "no caller" ? default : caller))
        {
            Assert.Equal(from != "no request", request is not null);
            told.Enqueue(request?.Id ?? $"-{flags}");
            await first.Ask<string>("message", TimeSpan.FromSeconds(60));
        }

        Assert.Equal(3, told.Count);
        Assert.All(told, id => Assert.EndsWith($"-{flags}", id, StringComparison.Ordinal));
        var spans = from == "no request" ? 2 : 3;
        await Eventually.Equal(spans, () => store.Read(traces => traces.Sum(trace => trace.Spans.Count)));
        Assert.True(store.Read(traces => traces.Single()).IsWhole);
    }

    /// <summary>Its spans are not sampled, and messages that come back from a stash have their second span all the same.</summary>
    [Fact]
    public async Task A_message_that_was_stashed_is_seen_again()
    {
        await using var system = Systems.Instrumented();
        var store = new TraceStore();
        using var listener = new SpanListener(system.Name, store);
        var stasher = system.ActorOf(Props.Create<Stasher.Unbounded>());

        stasher.Tell("stashed", ActorRefs.NoSender);
        await stasher.Ask<string>(1, TimeSpan.FromSeconds(60));

        await Eventually.Equal(3, () => store.Read(traces => traces.Sum(trace => trace.Spans.Count)), TimeSpan.FromSeconds(50));
    }

    /// <summary>Where other nodes follow, their pages find what comes from here; nothing else reads the flag.</summary>
    [Fact]
    public void Only_messages_to_other_nodes_carry_the_recorded_flag()
    {
        using var listener = new SpanListener("system", new TraceStore());
        using var message = AkkaTelemetry.Source.StartActivity("A/M", ActivityKind.Consumer);
        using var sent = AkkaTelemetry.Source.StartActivity("send M", ActivityKind.Producer);
        Activity.Current = null;
        using var arrived = AkkaTelemetry.Source.StartActivity("B/M", ActivityKind.Consumer, new ActivityContext(
            sent!.TraceId, sent.SpanId, sent.ActivityTraceFlags, isRemote: true));
        using var next = AkkaTelemetry.Source.StartActivity("C/M");

        Assert.Equal(
            [(true, false), (true, true), (true, false), (true, false)],
            new[] { message, sent, arrived, next }.Select(span => (span!.IsAllDataRequested, span.Recorded)));
    }

    /// <summary>All that one gateway passes on begins alike, and so do all requests.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rare_messages_are_seen_beside_many_that_fail_although_their_traces_begin_alike(bool somebodyElseListens)
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        using var recorded = somebodyElseListens ? SpanRecorder.Everything() : null;
        var store = new TraceStore();
        using var listener = new SpanListener(system.Name, store);
        var quiet = system.ActorOf((_, _) => { });
        var noisy = system.ActorOf((_, _) => throw new InvalidOperationException("noisy"));
        var gateway = system.ActorOf((_, message) => ((Passed)message).To.Tell(((Passed)message).Message, ActorRefs.NoSender));
        var watch = Stopwatch.StartNew();
        object[] rare = [1, 1L, 1.0, '1'];
        foreach (var message in rare)
        {
            for (var i = 0; i < 20; i++)
            {
                gateway.Tell(new Passed(noisy, "fail"), ActorRefs.NoSender);
            }

            gateway.Tell(new Passed(quiet, message), ActorRefs.NoSender);
        }

        await Eventually.Passes(() => Assert.Equal(
            rare.Select(message => message.GetType().Name).Order(),
            store.Read(traces => traces.SelectMany(trace => trace.Spans).Select(span => span.Message)
                .Where(message => message is not (null or "String" or "SpanListenerSpec.Passed")).Distinct().Order().ToList())!));
        Assert.InRange(Taken(store), rare.Length, TracePicker.Begun + TracePicker.Failed + Refilled(watch));
    }

    [Fact]
    public async Task A_failure_is_taken_though_the_second_is_full()
    {
        await using var system = Systems.Instrumented();
        using var recorded = SpanRecorder.Everything();
        var store = new TraceStore();
        using var listener = new SpanListener(system.Name, store);
        var fails = system.ActorOf((_, message) =>
        {
            if (message is "fail")
            {
                throw new InvalidOperationException("broken");
            }
        });
        fails.TellTimes(100, "message");
        fails.TellTimes(10, "fail");

        await Eventually.Equal(110, () => recorded.Stopped.Count);
        await Eventually.True(() => store.Read(traces => traces.Count(trace => trace.HasFailed && !trace.IsWhole)) >= TracePicker.Failed / 2);
    }

    [Fact]
    public async Task Another_system_is_not_shown()
    {
        await using var system = Systems.Instrumented();
        await using var other = Systems.Instrumented();
        using var recorded = SpanRecorder.Everything();
        var store = new TraceStore();
        using var listener = new SpanListener(system.Name, store);
        var actor = other.ActorOf((_, _) => { });
        actor.TellTimes(5, "message");
        await Eventually.Equal(5, () => recorded.Stopped.Count);
        Assert.Equal(0, Taken(store));
    }

    private static int Refilled(Stopwatch watch) => (int)(TracePicker.Begun * watch.Elapsed.TotalSeconds) + 1;

    [Fact]
    public async Task Somebody_who_begins_to_listen_ends_its_own_sampling_within_a_second()
    {
        await using var system = Systems.Instrumented();
        var store = new TraceStore();
        using var listener = new SpanListener(system.Name, store);
        Assert.True(listener.Samples);

        // As an SDK with the ratio 0: it listens and wants nothing. What another listener samples, it would export.
        using var other = SpanRecorder.Everything();
        other.Decision = ActivitySamplingResult.PropagationData;
        listener.Renew();
        Assert.False(listener.Samples);
        var actor = system.ActorOf((_, _) => { });
        actor.TellTimes(100, "message");
        await actor.Ask<ActorIdentity>(new Identify(1));
        Assert.DoesNotContain(other.Stopped, span => span.Recorded);
        Assert.Equal(0, Taken(store));
    }

    [Fact]
    public async Task It_samples_from_the_second_in_which_the_last_other_listener_ends()
    {
        await using var system = Systems.Instrumented();
        var store = new TraceStore();
        var other = SpanRecorder.Everything();
        using var listener = new SpanListener(system.Name, store);
        using var dashboardOfAnotherSystem = new SpanListener("another", new TraceStore());
        Assert.False(listener.Samples);
        other.Dispose();
        listener.Renew();
        Assert.True(listener.Samples);
        var actor = system.ActorOf((_, _) => { });
        actor.TellTimes(100, "message");
        await Eventually.True(() => Taken(store) >= TracePicker.Begun / 2, () => $"{Taken(store)} traces");
    }

    private static int Taken(TraceStore store) => store.Read(traces => traces.Count());

    private sealed record Passed(IActorRef To, object Message);
}
