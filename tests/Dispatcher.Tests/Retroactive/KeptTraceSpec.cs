namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>The whole trace of a message that was not sampled and failed: what the other messages have left becomes spans.</summary>
public class KeptTraceSpec
{
    private const string Quiet = "akka.loglevel = OFF\nakka.instrumentation.metrics.distributions-rate = 10\n";
    private const string Kept = Quiet + "akka.instrumentation.tracing { sampling.ratio = 0, keep = failed }";
    private const string Everything = Quiet + "akka.instrumentation.tracing.sampling.ratio = 1";

    [Fact]
    public async Task It_has_the_same_spans_as_a_sampled_trace()
    {
        var kept = await Run(Kept);
        var sampled = await Run(Everything);

        Assert.Equal(sampled, kept);
        Assert.Equal(9, kept.Split('\n').Length);

        // 1 to 6 one after the other; 3 also tells two that only note it, and 4 asks nobody
        static Task<string> Run(string hocon) => TreeOf(hocon, 9, system =>
        {
            var notes = Enumerable.Range(0, 3).Select(at => system.ActorOf((_, _) => { }, $"{system.Prefix}note-{at}")).ToArray();
            var next = system.ActorOf((_, _) => throw new TimeoutException("no stock"), $"{system.Prefix}6");
            for (var at = 5; at > 0; at--)
            {
                var (to, here) = (next, at);
                next = system.ActorOf(
                    (context, message) =>
                    {
                        if (here == 3)
                        {
                            Array.ForEach(notes, note => note.Tell("note", context.Self));
                        }

                        to.Tell(message, context.Self);
                    },
                    $"{system.Prefix}{at}");
            }

            return next;
        });
    }

    [Fact]
    public async Task Times_are_true_and_ids_are_those_that_messages_carry()
    {
        await using var system = Systems.Instrumented(Kept);
        using var spans = Recorder(out var prefix);
        var last = system.ActorOf((_, _) => throw new TimeoutException("no stock"), $"{prefix}last");
        var first = system.ActorOf((context, message) => last.Tell(message, context.Self), $"{prefix}first");
        var before = DateTime.UtcNow;

        first.Tell("order", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        var (root, failed) = (stopped[0], stopped[1]);
        Assert.Equal(root.TraceId, failed.TraceId);
        Assert.Equal(root.SpanId, failed.ParentSpanId);
        Assert.Equal(default, root.ParentSpanId);
        Assert.Equal("kept", root.GetTagItem(AkkaSpanAttributes.SamplingReason));
        Assert.Equal("error", failed.GetTagItem(AkkaSpanAttributes.SamplingReason));
        Assert.Null(failed.GetTagItem(AkkaSpanAttributes.SamplingMissingCount));
        Assert.All(stopped, span => Assert.InRange(span.StartTimeUtc, before - TimeSpan.FromMilliseconds(5), DateTime.UtcNow));
        Assert.True(root.StartTimeUtc <= failed.StartTimeUtc);
    }

    [Fact]
    public async Task What_is_sent_in_it_afterwards_is_recorded_as_it_happens()
    {
        await using var system = Systems.Instrumented(Kept);
        using var spans = Recorder(out var prefix);
        using var hold = new Hold();
        var seen = new TaskCompletionSource<Activity?>();
        var last = system.ActorOf((_, _) => seen.SetResult(Activity.Current), $"{prefix}last");
        var later = system.ActorOf((context, message) => last.Tell(message, context.Self), $"{prefix}later");
        var first = system.ActorOf(
            (context, message) =>
            {
                later.Tell(message, context.Self);
                throw new TimeoutException("no stock");
            },
            $"{prefix}first");
        later.Tell(hold);
        await hold.Entered;

        first.Tell("order", ActorRefs.NoSender);
        await spans.WaitForStopped(1);
        hold.Release();

        Assert.True((await Eventually.Within(seen.Task))!.IsAllDataRequested);
        var stopped = await spans.WaitForStopped(3);
        Assert.Single(stopped.Select(span => span.TraceId).Distinct());
        Assert.Equal(stopped[0].SpanId, stopped[1].ParentSpanId);
        Assert.Equal(stopped[1].SpanId, stopped[2].ParentSpanId);
    }

    [Fact]
    public async Task A_handler_that_awaits_stays_the_parent_of_what_it_sends_then()
    {
        await using var system = Systems.Instrumented(Kept);
        using var spans = Recorder(out var prefix);
        var last = system.ActorOf((_, _) => throw new TimeoutException("no stock"), $"{prefix}last");
        var first = system.ActorOf(
            AsyncHandler.Props(async (context, message) =>
            {
                var self = context.Self;
                await Task.Delay(1);
                last.Tell(message, self);
                await Task.Delay(1);
            }),
            $"{prefix}first");

        first.Tell("order", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal(stopped[0].SpanId, stopped[1].ParentSpanId);
    }

    /// <summary>Nothing shows whose code a task is. Its type is learnt, and then an activity flows with it.</summary>
    [Fact]
    public async Task What_a_task_of_the_handler_sends_is_found_once_its_type_is_known()
    {
        await using var system = Systems.Instrumented(Kept);
        using var spans = Recorder(out var prefix);
        var last = system.ActorOf((_, message) => Fail.If(message is "fail"), $"{prefix}last");
        var first = system.ActorOf(
            (context, message) =>
            {
                var self = context.Self;
                Task.Run(() => last.Tell(message, self));
            },
            $"{prefix}first");
        for (var i = 0; i < 20; i++)
        {
            first.Tell("order", ActorRefs.NoSender);
            await last.Ask<ActorIdentity>(new Identify(1));
        }

        first.Tell("fail", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal(stopped[0].SpanId, stopped[1].ParentSpanId);
    }

    [Fact]
    public async Task It_is_the_trace_of_the_request_in_which_it_was_sent()
    {
        await using var system = Systems.Instrumented(Kept);
        using var spans = Recorder(out var prefix);
        var seen = new ConcurrentQueue<(ActivityTraceId, ActivitySpanId)>();
        var last = system.ActorOf(
            (_, _) =>
            {
                Note();
                throw new TimeoutException("no stock");
            },
            $"{prefix}last");
        var first = system.ActorOf(
            (context, message) =>
            {
                Note();
                last.Tell(message, context.Self);
            },
            $"{prefix}first");
        using var request = Unsampled.Activity("request").Start();

        first.Tell("order", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.All(stopped, span => Assert.Equal(request.TraceId, span.TraceId));
        Assert.Equal(stopped[0].SpanId, stopped[1].ParentSpanId);
        Assert.Equal(stopped.Select(span => (span.TraceId, span.SpanId)), seen);

        void Note() => seen.Enqueue((Activity.Current!.TraceId, Activity.Current.SpanId));
    }

    [Fact]
    public async Task Messages_of_other_traces_leave_no_spans()
    {
        await using var system = Systems.Instrumented(Kept);
        using var spans = Recorder(out var prefix);
        var last = system.ActorOf((_, message) => Fail.If(message is "fail"), $"{prefix}last");
        var first = system.ActorOf((context, message) => last.Tell(message, context.Self), $"{prefix}first");

        for (var i = 0; i < 1_000; i++)
        {
            first.Tell(i == 500 ? "fail" : "order", ActorRefs.NoSender);
        }

        await first.Ask<ActorIdentity>(new Identify(1));
        await last.Ask<ActorIdentity>(new Identify(1));
        await spans.WaitForStopped(2);
        KeptTraces.Search();
        Assert.Equal(2, spans.Started.Count);
    }

    private static SpanRecorder Recorder(out string prefix)
    {
        prefix = $"kept-{Guid.NewGuid():N}-";
        return SpanRecorder.UnderPath($"/user/{prefix}");
    }

    private static async Task<string> TreeOf(string hocon, int count, Func<Program, IActorRef> start)
    {
        await using var system = Systems.Instrumented(hocon);
        using var spans = Recorder(out var prefix);
        var first = start(new(system, prefix));
        first.Tell("order", ActorRefs.NoSender);
        await spans.WaitForStopped(count);
        Assert.Single(spans.Started.Select(span => span.TraceId).Distinct());
        return SpanTree.Write(
            spans.Started,
            span => string.Join(
                ' ',
                SpanTree.Stable(span),
                span.Kind,
                span.GetTagItem(AkkaSpanAttributes.ActorPath),
                span.GetTagItem(AkkaSpanAttributes.SenderPath)).Replace(prefix, "", StringComparison.Ordinal));
    }

    private sealed record Program(TestSystem System, string Prefix)
    {
        public IActorRef ActorOf(Action<IActorContext, object> handle, string name) => System.ActorOf(handle, name);
    }
}
