namespace AkkaInstrumentation.Tests.Family;

/// <summary>Infrastructure has no spans. What it sends on, at once or later, stays in the trace in which it was sent.</summary>
public sealed class RelaySpec
{
    private const string Rules = "akka.instrumentation.rules.relays { path = \"/user/*-relay\", kind = infrastructure }";

    // Other tests run beside this one.
    private readonly string _prefix = $"{Guid.NewGuid():N}";

    private sealed record Job(string Name);

    private sealed record Later(object Message);

    private sealed record Flush;

    /// <summary>In which context the relay sends what it has set aside.</summary>
    public enum Sent
    {
        Nowhere,
        InAnotherTrace,
        InAnUnsampledTrace,
    }

    [Theory]
    [InlineData(Sent.Nowhere)]
    [InlineData(Sent.InAnotherTrace)]
    [InlineData(Sent.InAnUnsampledTrace)]
    public async Task What_it_has_set_aside_keeps_its_trace(Sent sent)
    {
        await using var system = Systems.Instrumented(Rules);
        var relay = Relay(system, Worker(system));
        using var one = SpanRecorder.WithRoot(out var first);
        relay.Tell(new Later(new Job("a")), ActorRefs.NoSender);
        first.Stop();
        using var two = SpanRecorder.WithRoot(out var second);
        relay.Tell(new Later(new Job("b")), ActorRefs.NoSender);
        second.Stop();

        using var other = SpanRecorder.WithRoot(out var third);
        using var unsampled = Unsampled.Activity("not recorded");
        Activity.Current = null;
        if (sent == Sent.InAnotherTrace)
        {
            Activity.Current = third;
        }
        else if (sent == Sent.InAnUnsampledTrace)
        {
            unsampled.Start();
        }

        relay.Tell(new Flush(), ActorRefs.NoSender);
        Assert.Equal(first.SpanId, Assert.Single(await one.WaitForStopped(2), span => span.IsOfMessage()).ParentSpanId);
        Assert.Equal(second.SpanId, Assert.Single(await two.WaitForStopped(2), span => span.IsOfMessage()).ParentSpanId);
        Assert.DoesNotContain(other.Started, span => span.IsOfMessage());
    }

    [Fact]
    public async Task What_was_sent_outside_of_a_trace_gets_into_none()
    {
        await using var system = Systems.Instrumented($"{Rules}\nakka.instrumentation.tracing.sampling.ratio = 0");

        // what is set aside while nobody listens is not remembered
        using var before = SpanRecorder.UnderPath($"/user/{_prefix}-worker");
        var handled = new TaskCompletionSource<Activity?>();
        var worker = system.ActorOf((_, _) => handled.SetResult(Activity.Current), $"{_prefix}-worker");
        var relay = Relay(system, worker);
        Activity.Current = null;
        relay.Tell(new Job("held"), ActorRefs.NoSender);
        using var spans = SpanRecorder.WithRoot(out _);
        relay.Tell(new Flush(), ActorRefs.NoSender);

        Assert.NotEqual(true, (await Eventually.Within(handled.Task))?.Recorded);
        Assert.DoesNotContain(spans.Started, span => span.IsOfMessage());
    }

    [Fact]
    public async Task An_object_sent_in_two_traces_belongs_to_neither()
    {
        await using var system = Systems.Instrumented(Rules);
        using var all = SpanRecorder.UnderPath($"/user/{_prefix}-worker");
        var relay = Relay(system, Worker(system));
        var message = new Job("held");
        using var one = SpanRecorder.WithRoot(out var first);
        relay.Tell(message, ActorRefs.NoSender);
        first.Stop();
        using var two = SpanRecorder.WithRoot(out var second);
        relay.Tell(message, ActorRefs.NoSender);
        second.Stop();
        Activity.Current = null;
        relay.Tell(new Flush(), ActorRefs.NoSender);

        var spans = await all.WaitForStopped(2);
        Assert.All(spans, span =>
        {
            Assert.Equal(default, span.ParentSpanId);
            Assert.DoesNotContain(span.TraceId, new[] { first.TraceId, second.TraceId });
        });
    }

    [Fact]
    public async Task One_message_to_several_receivers_keeps_its_trace()
    {
        await using var system = Systems.Instrumented(Rules);
        var workers = new[] { Worker(system), Worker(system, "worker-2") };
        var relay = Relay(system, workers);
        using var spans = SpanRecorder.WithRoot(out var root);
        relay.Tell(new Job("held"), ActorRefs.NoSender);
        Activity.Current = null;
        relay.Tell(new Flush(), ActorRefs.NoSender);

        Assert.All(await spans.WaitForStopped(2), span => Assert.Equal(root.SpanId, span.ParentSpanId));
    }

    [Fact]
    public async Task What_is_never_sent_is_forgotten()
    {
        await using var system = Systems.Instrumented(Rules);
        using var spans = SpanRecorder.WithRoot(out _);
        var relay = system.ActorOf((context, message) => context.Sender.Tell("handled"), $"{_prefix}-relay");
        var messages = await Dropped(relay);

        // the last message is the mailbox's until the next one has come
        await relay.Ask<string>("next", TimeSpan.FromSeconds(20));
        await Eventually.Collected([.. messages]);
    }

    [Fact]
    public async Task The_trace_goes_on_after_an_await_a_task_and_PipeTo()
    {
        await using var system = Systems.Instrumented(Rules);
        using var library = new ActivitySource($"library-{Guid.NewGuid():N}");
        using var spans = SpanRecorder.WithRoot(out var root, library.Name);
        var worker = Worker(system);
        var relay = system.ActorOf(
            AsyncHandler.Props(async (context, job) =>
            {
                await Task.Yield();
                Query();
                worker.Tell(job);
                _ = Task.Run(() =>
                {
                    Query();
                    worker.Tell("from a task");
                });
                _ = Answer().PipeTo(worker);
            }),
            $"{_prefix}-relay");
        relay.Tell(new Job("a"), ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(6);
        Assert.All(stopped, span => Assert.Equal(root.SpanId, span.ParentSpanId));
        Assert.Equal(3, stopped.Count(span => span.Source.Name == library.Name));

        void Query() => library.StartActivity("query")?.Dispose();

        async Task<string> Answer()
        {
            await Task.Yield();
            Query();
            return "piped";
        }
    }

    [Fact]
    public async Task With_system_actors_it_has_spans()
    {
        await using var system = Systems.Instrumented($"{Rules}\nakka.instrumentation.system-actors = on");
        using var spans = SpanRecorder.WithRoot(out var root);
        Relay(system, Worker(system)).Tell(new Job("a"), ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        var relay = Assert.Single(stopped, span => span.ParentSpanId == root.SpanId);
        Assert.Equal($"/user/{_prefix}-relay", relay.GetTagItem(AkkaSpanAttributes.ActorPath));
        Assert.Single(stopped, span => span.ParentSpanId == relay.SpanId);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_span_of_its_own_is_the_parent_of_what_it_sends_and_a_message_of_Akkas_is_not(bool ownSpan)
    {
        await using var system = Systems.Instrumented(Rules);
        using var library = new ActivitySource($"library-{Guid.NewGuid():N}");
        using var all = SpanRecorder.UnderPath($"/user/{_prefix}-worker");
        using var spans = SpanRecorder.WithRoot(out var root, library.Name);
        var worker = Worker(system);
        var relay = system.ActorOf(
            (_, _) =>
            {
                using var own = ownSpan ? library.StartActivity("own") : null;
                worker.Tell(new Job("made here"), ActorRefs.NoSender);
            },
            $"{_prefix}-relay");
        relay.Tell(new Status.Success("of Akka's"), ActorRefs.NoSender);

        var span = Assert.Single(await all.WaitForStopped(1));
        var own = spans.Started.SingleOrDefault(started => started.Source.Name == library.Name);
        Assert.Equal((own?.TraceId == root.TraceId, own?.SpanId ?? default), (ownSpan, span.ParentSpanId));
    }

    [Fact]
    public async Task With_system_actors_a_message_without_a_trace_that_it_sets_aside_is_in_one_trace_too()
    {
        await using var system = Systems.Instrumented($"{Rules}\nakka.instrumentation.system-actors = on");
        using var spans = SpanRecorder.UnderPath($"/user/{_prefix}");
        var relay = Relay(system, Worker(system));
        relay.Tell(new Job("held"), ActorRefs.NoSender);
        relay.Tell(new Flush(), ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(3);
        var (held, handled) = (Of("Job", $"/user/{_prefix}-relay"), Of("Job", $"/user/{_prefix}-worker"));
        Assert.Equal((held.TraceId, held.SpanId), (handled.TraceId, handled.ParentSpanId));

        Activity Of(string message, string path) => Assert.Single(stopped, span =>
            span.GetTagItem(AkkaSpanAttributes.MessageType) is string type && type.EndsWith(message, StringComparison.Ordinal)
                && path.Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath)));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<List<WeakReference>> Dropped(IActorRef relay)
    {
        var messages = Enumerable.Range(0, 10).Select(number => (object)new Job($"{number}")).ToList();
        foreach (var message in messages)
        {
            await relay.Ask<string>(message, TimeSpan.FromSeconds(20));
        }

        return [.. messages.Select(message => new WeakReference(message))];
    }

    private IActorRef Worker(TestSystem system, string name = "worker") => system.ActorOf((_, _) => { }, $"{_prefix}-{name}");

    // Sends at once, except what is to be held or comes in an envelope.
    private IActorRef Relay(TestSystem system, params IActorRef[] receivers)
    {
        var held = new List<object>();
        return system.ActorOf(
            (_, message) =>
            {
                switch (message)
                {
                    case Later later:
                        held.Add(later);
                        break;
                    case Job { Name: "held" }:
                        held.Add(message);
                        break;
                    case Flush:
                        held.ForEach(Send);
                        held.Clear();
                        break;
                    default:
                        Send(message);
                        break;
                }
            },
            $"{_prefix}-relay");

        void Send(object message)
        {
            foreach (var receiver in receivers)
            {
                receiver.Tell(message, ActorRefs.NoSender);
            }
        }
    }
}
