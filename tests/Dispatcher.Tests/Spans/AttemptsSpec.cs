namespace AkkaInstrumentation.Tests.Spans;

/// <summary>A failed message that its actor sends itself again is told from one that is given up.</summary>
public class AttemptsSpec
{
    private const string Silent = "akka.loglevel = OFF";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Each_attempt_has_its_number_and_all_but_the_last_are_retried(bool awaits)
    {
        await using var system = Systems.Instrumented(Silent);
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Retrying(failures: 2, awaits));

        actor.Tell(new Order(), ActorRefs.NoSender);

        var attempts = await spans.WaitForStopped(3);
        Assert.Equal([null, 2L, 3L], attempts.Select(Attempt));
        Assert.Equal([true, true, null], attempts.Select(IsRetried));
        Assert.Equal([attempts[0].SpanId, attempts[1].SpanId], attempts.Skip(1).Select(span => span.ParentSpanId));
        Assert.Equal(2, metrics.Sum(AkkaMetricNames.ActorRetries, (AkkaSpanAttributes.ActorType, "Hooked")));
        Assert.Equal(2, metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    [Fact]
    public async Task An_unsampled_attempt_that_fails_has_its_number_too()
    {
        await using var system = Systems.Instrumented($"{Silent}\nakka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.System.ActorOf(Retrying(failures: 3, most: 3), name);

        actor.Tell(new Order(), ActorRefs.NoSender);

        Assert.Equal([null, 2L, 3L], (await spans.WaitForStopped(3)).Select(Attempt));
    }

    [Fact]
    public async Task The_attempt_after_which_the_actor_gives_up_is_not_retried()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Retrying(failures: 9, most: 3));

        actor.Tell(new Order(), ActorRefs.NoSender);

        var attempts = await spans.WaitForStopped(3);
        Assert.Equal([null, 2L, 3L], attempts.Select(Attempt));
        Assert.Equal([true, true, null], attempts.Select(IsRetried));
        Assert.All(attempts, attempt => Assert.Equal("restart", attempt.GetTagItem(AkkaSpanAttributes.SupervisionDirective)));
    }

    [Fact]
    public async Task A_retry_is_counted_when_spans_are_not_collected()
    {
        await using var system = Systems.Instrumented(Silent);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf(Retrying(failures: 2));

        actor.Tell(new Order(), ActorRefs.NoSender);

        await Eventually.Passes(() => Assert.Equal((2, 3), (metrics.Sum(AkkaMetricNames.ActorRetries), metrics.Sum(AkkaMetricNames.ActorMessages))));
    }

    /// <summary>Failures less retries are those that were given up.</summary>
    [Fact]
    public async Task A_failed_message_that_is_sent_again_twice_is_one_retry()
    {
        await using var system = Systems.Instrumented(Silent);
        using var metrics = new MetricRecorder(system);
        var twice = Hooked.Props(new() { Handle = FailOnce, PreRestart = (context, message) => context.Self.TellTimes(2, message) });
        system.ActorOf(twice).Tell(new Order(), ActorRefs.NoSender);

        await Eventually.Equal(3, () => metrics.Sum(AkkaMetricNames.ActorMessages));
        Assert.Equal((1, 1), (metrics.Sum(AkkaMetricNames.ActorRetries), metrics.Sum(AkkaMetricNames.ActorFailures)));
    }

    [Fact]
    public async Task A_span_after_the_fact_has_the_number_of_its_attempt()
    {
        await using var system = Systems.Instrumented($"{Silent}\nakka.instrumentation.tracing {{ sampling.ratio = 0, retroactive.errors = on }}");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Retrying(failures: 9, most: 2), name);

        actor.Tell(new Order(), ActorRefs.NoSender);

        var attempts = await spans.WaitForStopped(2);
        Assert.Equal([null, 2L], attempts.Select(Attempt));
        Assert.Equal([true, null], attempts.Select(IsRetried));
    }

    [Fact]
    public async Task Messages_from_others_and_messages_to_others_are_no_retries()
    {
        await using var system = Systems.Instrumented(Silent);
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.WithRoot(out _);
        var other = system.ActorOf((_, _) => { });
        var actor = system.ActorOf(Hooked.Props(new()
        {
            Handle = FailOnce,
            PreRestart = (context, message) =>
            {
                var self = context.Self;
                other.Tell(message, self);
                self.Tell("another", ActorRefs.NoSender);
                var thread = new Thread(() => self.Tell(message, ActorRefs.NoSender));
                thread.Start();
                thread.Join();
            },
        }));

        actor.Tell(new Order(), ActorRefs.NoSender);

        var all = await spans.WaitForStopped(4);
        Assert.All(all, span => Assert.Equal((null, null), (Attempt(span), IsRetried(span))));
        Assert.Equal(0, metrics.Sum(AkkaMetricNames.ActorRetries) ?? 0);
    }

    [Fact]
    public async Task A_retry_that_is_stashed_keeps_its_number()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Props.Create<Stashing>());

        actor.Tell(new Order(), ActorRefs.NoSender);

        var all = await spans.WaitForStopped(3);
        Assert.Equal([null, 2L, 2L], all.Select(Attempt));
    }

    /// <summary>While it restarts, others send: their messages and their threads must not be taken for the actor's.</summary>
    [Fact]
    public async Task Of_2_000_orders_from_four_threads_each_has_exactly_two_attempts()
    {
        const int Senders = 4;
        const int Each = 500;
        await using var system = Systems.Instrumented(Silent);
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Retrying(failures: 1), name);

        await Task.WhenAll(Enumerable.Range(0, Senders).Select(_ => Task.Run(() =>
        {
            actor.TellEach(Each, _ => new Order());
        })));

        await Eventually.Equal(2 * Senders * Each, () => spans.Stopped.Count);
        var traces = spans.Stopped.GroupBy(span => span.TraceId).ToList();
        Assert.Equal(Senders * Each, traces.Count);
        Assert.All(traces, trace => Assert.Equal([(null, true), (2L, null)], trace.OrderBy(span => Attempt(span) is null ? 1 : 2)
            .Select(span => (Attempt(span), IsRetried(span)))));
        Assert.Equal((Senders * Each, Senders * Each), (metrics.Sum(AkkaMetricNames.ActorRetries), metrics.Sum(AkkaMetricNames.ActorFailures)));
    }

    private static Props Retrying(int failures, bool awaits = false, int most = 100)
    {
        return Hooked.Props(new()
        {
            Handle = awaits ? null : (_, message) => Handle((Order)message),
            HandleAsync = !awaits ? null : async (_, message) =>
            {
                await Task.Yield();
                Handle((Order)message);
            },
            PreRestart = (context, message) =>
            {
                if (message is Order order && order.Attempts < most)
                {
                    context.Self.Tell(message, ActorRefs.NoSender);
                }
            },
        });

        void Handle(Order order)
        {
            if (++order.Attempts <= failures)
            {
                throw new TimeoutException();
            }
        }
    }

    private static void FailOnce(IActorContext context, object message)
    {
        if (message is Order order && order.Attempts++ == 0)
        {
            throw new TimeoutException();
        }
    }

    private static object? Attempt(Activity span) => span.GetTagItem(AkkaSpanAttributes.MessageAttempt);

    private static object? IsRetried(Activity span) => span.GetTagItem(AkkaSpanAttributes.MessageRetried);

    private sealed class Order
    {
        public int Attempts { get; set; }
    }

    private sealed class Stashing : UntypedActor, IWithUnboundedStash
    {
        private int _seen;

        public IStash Stash { get; set; } = null!;

        protected override void OnReceive(object message)
        {
            var order = (Order)message;
            if (order.Attempts++ == 0)
            {
                throw new TimeoutException();
            }

            if (_seen++ == 0)
            {
                Stash.Stash();
                Stash.Unstash();
            }
        }

        protected override void PreRestart(Exception reason, object message) => Self.Tell(message, ActorRefs.NoSender);
    }
}
