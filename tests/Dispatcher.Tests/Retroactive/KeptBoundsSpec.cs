namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>What others can make grow: traces that never end or branch, and memory. The ring is the process's, so these tests run alone.</summary>
[Collection(Alone.Name)]
public class KeptBoundsSpec
{
    private const string Kept = """
        akka.loglevel = OFF
        akka.instrumentation.metrics.distributions-rate = 10
        akka.instrumentation.tracing { sampling.ratio = 0, keep = failed, keep-megabytes = 1 }

        """;

    private const int Hops = 40_000;
    private const int Most = 1024 * 1024 / KeptBlock.Bytes;

    [Fact]
    public async Task Memory_is_bounded_and_what_has_left_it_is_said()
    {
        await using var system = Systems.Instrumented(Kept);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(
            (context, message) =>
            {
                Fail.If(message is Hops);
                context.Self.Tell((int)message + 1, context.Self);
            },
            name);

        actor.Tell(0, ActorRefs.NoSender);

        await Eventually.True(() => spans.Stopped.Count > 100);
        var failed = Assert.Single(spans.Stopped, span => span.Status == ActivityStatusCode.Error);
        var missing = Assert.IsType<long>(failed.GetTagItem(AkkaSpanAttributes.SamplingMissingCount));
        Assert.InRange(KeptRing.Blocks.Length, 1, Most);
        Assert.InRange(missing, Hops - (Most * KeptBlock.Size), Hops - 1);
    }

    [Fact]
    public async Task An_Ask_without_an_answer_says_it_too()
    {
        await using var system = Systems.Instrumented($"""
            {Kept}
            akka.actor.provider = "AkkaInstrumentation.InstrumentedLocalActorRefProvider, AkkaInstrumentation.Insight"
            akka.instrumentation.tracing.ask-spans = on
            """);
        using var spans = SpanRecorder.Everything();
        var deaf = system.ActorOf((_, _) => { });
        var actor = system.ActorOf((context, message) =>
        {
            if (message is Hops)
            {
                deaf.Ask("question", TimeSpan.FromMilliseconds(200));
            }
            else
            {
                context.Self.Tell((int)message + 1, context.Self);
            }
        });

        actor.Tell(0, ActorRefs.NoSender);

        await Eventually.True(() => spans.Stopped.Any(span => span.DisplayName == "ask String"));
        var asked = spans.Stopped.Single(span => span.DisplayName == "ask String");
        var missing = Assert.IsType<long>(asked.GetTagItem(AkkaSpanAttributes.SamplingMissingCount));
        Assert.InRange(missing, Hops - (Most * KeptBlock.Size), Hops);
    }

    /// <summary>At the limit of one span a second: five seconds' worth for each trace, and no more debt than ten seconds' worth.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_endless_or_branching_trace_has_few_spans(bool branches)
    {
        await using var system = Systems.Instrumented($"{Kept}akka.instrumentation.tracing.retroactive.limit = 1");
        using var spans = SpanRecorder.OfActor(out var name);
        const int Few = 3_000;
        var handled = 0;
        var actor = system.ActorOf(
            (context, message) =>
            {
                var at = (int)message;
                Interlocked.Increment(ref handled);
                if (branches && at == 0)
                {
                    for (var to = 1; to <= Few; to++)
                    {
                        context.Self.Tell(to, context.Self);
                    }
                }
                else if (!branches && at < Few)
                {
                    context.Self.Tell(at + 1, context.Self);
                }

                Fail.If(at == 100);
            },
            name);

        actor.Tell(0, ActorRefs.NoSender);

        await Eventually.True(() => Volatile.Read(ref handled) == Few + 1);
        KeptTraces.Search();
        Assert.InRange(spans.Started.Count, 1, 6);
    }

    /// <summary>As a peer or a caller may that gives all its messages one id.</summary>
    [Fact]
    public async Task Messages_that_all_claim_one_trace_are_one_trace()
    {
        await using var system = Systems.Instrumented($"{Kept}akka.instrumentation.tracing.retroactive.limit = 1");
        using var spans = SpanRecorder.OfActor(out var name);
        var handled = 0;
        var actor = system.ActorOf(
            (_, message) =>
            {
                Interlocked.Increment(ref handled);
                Fail.If(message is "fail");
            },
            name);
        var trace = ActivityTraceId.CreateRandom();
        var begun = Stopwatch.GetTimestamp();
        for (var i = 0; i < 3_000; i++)
        {
            using var claimed = new Activity("peer").SetParentId(trace, ActivitySpanId.CreateRandom()).Start();
            actor.Tell(i % 10 == 0 ? "fail" : "order", ActorRefs.NoSender);
        }

        await Eventually.True(() => Volatile.Read(ref handled) == 3_000);
        KeptTraces.Search();
        var ofTrace = spans.Started.Count(span => span.TraceId == trace);

        // each of the messages that fail may have its own, at the limit's rate
        Assert.InRange(ofTrace, 1, 20 + Stopwatch.GetElapsedTime(begun).TotalSeconds);
    }

    /// <summary>As a request does whose caller has not sampled it: everything in it has the trace id that the caller chose.</summary>
    [Fact]
    public async Task A_claimed_trace_keeps_five_seconds_worth_and_says_how_much_it_lacks()
    {
        await using var system = Systems.Instrumented($"{Kept}akka.instrumentation.tracing.retroactive.limit = 1");
        using var request = Unsampled.Activity("request").Start();
        using var spans = SpanRecorder.ForTrace(request.TraceId);
        const int Orders = 1_000;
        var actor = system.ActorOf((_, message) => Fail.If(message is "fail"));
        for (var i = 0; i < Orders; i++)
        {
            actor.Tell("order", ActorRefs.NoSender);
        }

        actor.Tell("fail", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(7);
        Assert.Equal(["error", .. Enumerable.Repeat("kept", 5), "missing"], stopped.OrderBy(Reason).ThenBy(span => span.StartTimeUtc).Select(Reason));
        var missing = stopped.Single(span => Reason(span) is "missing");
        Assert.Equal((long)Orders - 5, missing.GetTagItem(AkkaSpanAttributes.SamplingMissingCount));
        Assert.Null(missing.GetTagItem(AkkaSpanAttributes.SamplingMissingNodes));

        static string? Reason(Activity span) => span.GetTagItem(AkkaSpanAttributes.SamplingReason) as string;
    }

    /// <summary>As that of a service that works for hours in one activity which is not sampled.</summary>
    [Fact]
    public async Task A_trace_that_goes_on_is_kept_again_when_the_time_of_its_records_is_over()
    {
        await using var system = Systems.Instrumented(Kept);
        var (trace, now) = (new KeptTrace(begunAt: 1), Stopwatch.GetTimestamp());

        Assert.True(trace.TryKeep(now, out var since));
        Assert.Equal(0, since);
        Assert.False(trace.TryKeep(now + KeptRing.KeptFor, out _));
        Assert.True(trace.TryKeep(now + KeptRing.KeptFor + 1, out since));
        Assert.Equal(now + KeptRing.KeptFor, since);
        Assert.True(trace.IsKept);
    }

    /// <summary>Types share the limit: a conversation that fails again and again does not take the trace of another type.</summary>
    [Fact]
    public async Task A_noisy_trace_leaves_room_for_the_whole_trace_of_a_quiet_type()
    {
        await using var system = Systems.Instrumented($"{Kept}akka.instrumentation.tracing.retroactive.limit = 10");
        const int Messages = 2_000;
        var handled = 0;
        var noisy = system.ActorOf(AsyncHandler.Props((context, message) =>
        {
            var at = (int)message;
            if (Interlocked.Increment(ref handled) <= Messages)
            {
                context.Self.Tell(at + 1, context.Self);
            }

            Fail.If(at % 10 == 0);
            return Task.CompletedTask;
        }));
        using (SpanRecorder.UnderPath("/user/"))
        {
            noisy.Tell(1, ActorRefs.NoSender);
            await Eventually.True(() => Volatile.Read(ref handled) > Messages);
            KeptTraces.Search();
        }

        using var spans = SpanRecorder.OfActor(out var name);
        var last = system.ActorOf((_, _) => Fail.If(true), $"{name}-last");
        var second = system.ActorOf((context, message) => last.Tell(message, context.Self), $"{name}-second");
        var first = system.ActorOf((context, message) => second.Tell(message, context.Self), $"{name}-first");
        first.Tell("order", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(3);
        Assert.Equal(["kept", "kept", "error"], stopped.Select(span => span.GetTagItem(AkkaSpanAttributes.SamplingReason)));
    }

    /// <summary>A pool may keep more threads than there are blocks. They would hold all of memory with a few old records each.</summary>
    [Fact]
    public async Task Threads_that_rest_leave_their_memory_to_those_that_work()
    {
        await using var system = Systems.Instrumented($"{Kept}akka.instrumentation.tracing.retroactive.limit = 1");
        using var request = Unsampled.Activity("request").Start();
        using var spans = SpanRecorder.ForTrace(request.TraceId);
        using var written = new CountdownEvent(2 * Most);
        using var end = new ManualResetEventSlim();
        var longAgo = Stopwatch.GetTimestamp() - (10 * Stopwatch.Frequency);
        var threads = Enumerable.Range(0, written.InitialCount).Select(_ => new Thread(() =>
        {
            KeptRing.Place(longAgo)?.Publish(key: 1, longAgo);
            written.Signal();
            end.Wait();
        }) { IsBackground = true }).ToList();
        threads.ForEach(thread => thread.Start());
        written.Wait();
        try
        {
            // a thread that has none yet
            var handler = Handler.Props((_, message) => Fail.If(message is "fail")).WithDispatcher(AkkaInstrumentationConfig.PinnedDispatcherId);
            var actor = system.ActorOf(handler);
            actor.Tell("order", ActorRefs.NoSender);
            actor.Tell("fail", ActorRefs.NoSender);

            await spans.WaitForStopped(2);
            Assert.InRange(KeptRing.Blocks.Length, 1, Most);
        }
        finally
        {
            end.Set();
            threads.ForEach(thread => thread.Join());
        }
    }

    [Fact]
    public async Task Off_it_leaves_nothing_behind()
    {
        await using var system = Systems.Instrumented(Kept);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf((context, message) => Forward(context, message), name);
        await Send();
        Assert.NotEmpty(KeptRing.Blocks);

        system.Control.Change("tracing.keep = off");
        await Send();

        Assert.DoesNotContain(KeptRing.Blocks, block => block.IsFree);
        Assert.False(system.Extension.Insight.Kept.IsOn.Value);

        async Task Send()
        {
            for (var i = 0; i < 1_000; i++)
            {
                actor.Tell(3, ActorRefs.NoSender);
            }

            // each answer comes behind those messages that were sent in the handlers of the ones before
            for (var i = 0; i <= 3; i++)
            {
                await actor.Ask<ActorIdentity>(new Identify(1));
            }
        }

        static void Forward(IActorContext context, object message)
        {
            if (message is > 0 and int left)
            {
                context.Self.Tell(left - 1, context.Self);
            }
        }
    }
}
