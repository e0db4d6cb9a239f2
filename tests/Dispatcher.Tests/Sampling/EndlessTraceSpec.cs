namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Conversations and loops that never end their trace: a budget and the largest number of spans hold in them too.</summary>
public sealed class EndlessTraceSpec
{
    private const int Budget = 10;

    // A loop that sends to another actor sends one fewer.
    private const int Messages = 3_000;

    // Each gets the system, the beginning of the actors' paths, and what counts a message. It returns the actor that gets the last one.
    private static readonly Dictionary<string, Func<TestSystem, string, Func<bool>, IActorRef>> Ways = new()
    {
        ["two actors that answer each other"] = (system, name, goesOn) =>
        {
            var one = system.ActorOf((context, message) => Answer(context, message, goesOn), $"{name}-one");
            one.Tell("ball", system.ActorOf((context, message) => Answer(context, message, goesOn), $"{name}-two"));
            return one;
        },
        ["an actor that keeps itself going"] = (system, name, goesOn) =>
            Told(system.ActorOf((context, message) => Again(context.Self, message, goesOn), name)),
        ["a task that a handler began"] = (system, name, goesOn) =>
        {
            var worker = system.ActorOf((_, _) => { }, $"{name}-worker");
            Told(system.ActorOf((_, message) => Task.Run(() => TellWhile(worker, message, goesOn)), $"{name}-starter"));
            return worker;
        },
        ["piped to itself"] = (system, name, goesOn) =>
            Told(system.ActorOf((context, message) => Yielded(message, goesOn).PipeTo(context.Self), name)),
        ["a timer in a handler"] = (system, name, goesOn) => Told(system.ActorOf(
            (context, message) =>
            {
                var self = context.Self;
                var timer = default(Timer);
                timer = "start".Equals(message) ? new Timer(_ => TellSome(self, goesOn, () => timer!.Dispose()), null, 1, 1) : null;
            },
            name)),
        ["a request's trace"] = (system, name, goesOn) =>
        {
            using var request = new Activity("request")
                .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded)
                .Start();
            return TellWhile(system.ActorOf((_, _) => { }, name), "work", goesOn);
        },
        ["handlers that fail"] = (system, name, goesOn) =>
            TellWhile(system.ActorOf((_, _) => throw new InvalidOperationException("as planned"), name), "work", goesOn),
        ["a flood"] = (system, name, goesOn) => TellWhile(system.ActorOf((_, _) => { }, name), "work", goesOn),
    };

    public static TheoryData<string> Kinds => new(Ways.Keys);

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_budget_bounds_the_spans_of(string kind)
    {
        var run = await Run(kind, $"akka.instrumentation.tracing {{ sampling.budget = {Budget}, retroactive.limit = 10000 }}");

        // What it may owe, what comes back meanwhile, and what the bucket held.
        Assert.InRange(run.Spans.Count, 1, 100 + (Budget * (run.Seconds + 0.2)) + 3);
    }

    [Theory]
    [InlineData("an actor that keeps itself going")]
    [InlineData("two actors that answer each other")]
    [InlineData("a task that a handler began")]
    public async Task By_default_one_endless_conversation_a_second_goes_on_in_another_trace(string kind)
    {
        var run = await Run(kind, "akka.instrumentation.tracing { sampling.ratio = adaptive, max-spans-per-trace = 100 }");

        Assert.InRange(run.Spans.Count, 100, 100 * (2 + run.Seconds));
    }

    /// <summary>A ratio of 1 is no limit. But each trace has an end, and what follows is drawn as a new trace.</summary>
    [Theory]
    [InlineData("an actor that keeps itself going")]
    [InlineData("piped to itself")]
    public async Task A_conversation_goes_on_in_traces_of_the_largest_size_each_with_a_link_to_the_one_before(string kind)
    {
        var run = await Run(kind, "akka.instrumentation.tracing.max-spans-per-trace = 100");

        var traces = run.Spans.GroupBy(span => span.TraceId).Select(trace => trace.ToList()).ToList();
        Assert.Equal(Messages / 100, traces.Count);
        Assert.All(traces, trace => Assert.Equal(100, trace.Count));
        Assert.All(traces.Zip(traces.Skip(1)), pair =>
        {
            var root = Assert.Single(pair.Second, span => span.ParentSpanId == default);
            Assert.Equal(pair.First[^1].SpanId, Assert.Single(root.Links).Context.SpanId);
        });
    }

    /// <summary>Each message begins a trace of its own, and would begin the next one for ever.</summary>
    [Theory]
    [InlineData("link")]
    [InlineData("none")]
    public async Task A_conversation_whose_messages_have_traces_of_their_own_counts_as_one(string relation)
    {
        var run = await Run(
            "two actors that answer each other",
            "akka.instrumentation.tracing { max-spans-per-trace = 100, sampling.ratio = 1e-9 }\n"
                + $"akka.instrumentation.rules.own {{ message = String, relation = {relation} }}",
            isInRequest: true);

        Assert.Equal(99, run.Spans.Count);
        Assert.Equal(99, run.Spans.Select(span => span.TraceId).Distinct().Count());
    }

    /// <summary>Of such messages only they count together: the trace of each has a size of its own.</summary>
    [Fact]
    public async Task What_follows_a_message_with_a_trace_of_its_own_is_whole()
    {
        var name = $"endless-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{name}");
        await using var system = Systems.Instrumented("""
            akka.instrumentation.tracing.max-spans-per-trace = 100
            akka.instrumentation.rules.item { message = String, relation = link }
            """);
        var hop = system.ActorOf((context, message) => Again(context.Self, (int)message - 1, () => (int)message > 1), $"{name}-hop");
        var items = system.ActorOf((_, _) => hop.Tell(5), $"{name}-items");
        using (new Activity("import").SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded).Start())
        {
            items.TellTimes(50, "item");
        }

        await Eventually.Equal(50 * 6, () => spans.Started.Count);
        Assert.All(spans.Started.GroupBy(span => span.TraceId), trace => Assert.Equal(6, trace.Count()));
    }

    [Fact]
    public async Task A_loop_in_one_span_sends_roots_once_its_trace_is_full_and_a_ratio_draws_them()
    {
        const string Full = "akka.instrumentation.tracing.max-spans-per-trace = 100\n";
        var all = (await Run("a request's trace", Full)).Spans;
        var few = (await Run("a request's trace", $"{Full}akka.instrumentation.tracing.sampling.ratio = 0.1")).Spans;

        Assert.Equal(Messages - 1, all.Count);
        Assert.Equal(Messages - 1 - 99 + 1, all.Select(span => span.TraceId).Distinct().Count());
        Assert.All(all.Where(span => span.ParentSpanId == default), root => Assert.Equal(all[0].TraceId, Assert.Single(root.Links).Context.TraceId));
        Assert.InRange(few.Count, 99 + 150, 99 + 450);

        // They were drawn once more, after their conversation was: the one share says nothing of them.
        Assert.All(few.Where(span => span.ParentSpanId == default), root => Assert.Null(root.TraceStateString));
    }

    [Fact]
    public async Task It_is_logged_once_counted_and_known_to_the_diagnosis()
    {
        var run = await Run("a task that a handler began", KeptLog.Hocon + "akka.instrumentation.tracing.max-spans-per-trace = 100");

        var line = Assert.Single(run.Log, line => line.Contains("max-spans-per-trace", StringComparison.Ordinal));
        Assert.Contains("A trace has 100 spans", line, StringComparison.Ordinal);
        Assert.Contains($"String at {run.Path}-worker", line, StringComparison.Ordinal);
        Assert.Equal(Messages - 1 - 99, run.Beyond);
        var cause = Assert.Single(run.Diagnosis.Causes, cause => cause.Kind == "endless_trace");
        Assert.Equal(($"{run.Path}-worker", "Handler"), (cause.Subject, cause.ActorType));
    }

    [Fact]
    public async Task What_is_not_drawn_leaves_the_trace_and_keeps_its_baggage()
    {
        var name = $"endless-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{name}");
        await using var system = Systems.Instrumented("akka.instrumentation.tracing { max-spans-per-trace = 10, sampling.ratio = 1e-9 }");
        var (inside, baggage) = (0, 0);
        using var request = new Activity("request")
            .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded)
            .AddBaggage("tenant", "one")
            .Start();
        var actor = system.ActorOf(
            (_, _) =>
            {
                inside += Activity.Current?.TraceId == request.TraceId ? 1 : 0;
                baggage += Activity.Current?.GetBaggageItem("tenant") == "one" ? 1 : 0;
            },
            name);
        actor.TellNumbers(100);
        await actor.GracefulStop(TimeSpan.FromSeconds(60));

        Assert.Equal((9, 100, 9), (inside, baggage, spans.Started.Count));
    }

    private static async Task<Outcome> Run(string kind, string hocon, bool isInRequest = false)
    {
        var name = $"endless-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{name}");
        await using var system = Systems.Instrumented(hocon);
        var count = 0;
        using var request = isInRequest ? new Activity("request")
            .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded).Start() : null;
        var watch = Stopwatch.StartNew();
        var last = Ways[kind](system, name, () => Interlocked.Increment(ref count) < Messages);
        await Eventually.True(() => Volatile.Read(ref count) >= Messages);
        await last.GracefulStop(TimeSpan.FromSeconds(60));
        return new(
            $"/user/{name}",
            [.. spans.Started],
            watch.Elapsed.TotalSeconds,
            AkkaInstrumentationExtension.For(system.System).Roots.SuppressedRoots.Single(roots => roots.Reason == "trace").Count,
            hocon.Contains(KeptLog.Hocon, StringComparison.Ordinal) ? await KeptLog.Whole(system.System) : [],
            AkkaDiagnosis.Read(system.System));
    }

    private sealed record Outcome(
        string Path, IReadOnlyList<Activity> Spans, double Seconds, long Beyond, IReadOnlyList<string> Log, AkkaDiagnosis Diagnosis);

    private static IActorRef Told(IActorRef actor)
    {
        actor.Tell("start");
        return actor;
    }

    private static void Answer(IActorContext context, object message, Func<bool> goesOn)
    {
        if (goesOn())
        {
            context.Sender.Tell(message, context.Self);
        }
    }

    private static void Again(IActorRef self, object message, Func<bool> goesOn)
    {
        if (goesOn())
        {
            self.Tell(message);
        }
    }

    private static IActorRef TellWhile(IActorRef receiver, object message, Func<bool> goesOn)
    {
        while (goesOn())
        {
            receiver.Tell(message, ActorRefs.NoSender);
        }

        return receiver;
    }

    private static void TellSome(IActorRef receiver, Func<bool> goesOn, Action end)
    {
        for (var i = 0; i < 100; i++)
        {
            if (!goesOn())
            {
                end();
                return;
            }

            receiver.Tell("tick", ActorRefs.NoSender);
        }
    }

    // The last one does not come back.
    private static async Task<object> Yielded(object message, Func<bool> goesOn)
    {
        await Task.Yield();
        return goesOn() ? message : await new TaskCompletionSource<object>().Task;
    }
}
