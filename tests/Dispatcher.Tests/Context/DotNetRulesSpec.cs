using Akka.Event;

namespace AkkaInstrumentation.Tests.Context;

/// <summary>
/// What .NET promises to everybody who uses activities holds in the handler of an unsampled message too: what starts stops, nobody changes another
/// source's activity, whoever sets <see cref="Activity.Current"/> to null leaves the trace, and none of it depends on the load.
/// </summary>
[Collection(Alone.Name)]
public sealed class DotNetRulesSpec
{
    private const string WhenUsed = "when-used";
    private const string Always = "always";

    /// <summary>Handlers, by what they do. The first part of each name says whether they use the current activity.</summary>
    private static readonly Dictionary<string, Props> Handlers = new()
    {
        ["does nothing"] = Handler.Props((_, _) => { }),
        ["uses: starts an activity"] = Handler.Props((_, _) => new Activity("call").Start().Stop()),
        ["uses: starts one after an await"] = AsyncHandler.Props(async (_, _) =>
        {
            await Task.Yield();
            new Activity("call").Start().Stop();
        }),
        ["uses: logs"] = Handler.Props((context, _) => context.GetLogger().Info("a line")),
        ["fails"] = Handler.Props((_, _) => throw new TimeoutException("on purpose")),
        ["fails after an await"] = AsyncHandler.Props(async (_, _) =>
        {
            await Task.Yield();
            throw new TimeoutException("on purpose");
        }),
        ["stops"] = Handler.Props((context, _) => context.Stop(context.Self)),
    };

    public static TheoryData<string, string> ModesAndHandlers => Combinations.Each([WhenUsed, Always], [.. Handlers.Keys]);

    public static TheoryData<string> Modes => [WhenUsed, Always];

    /// <summary>A bridge or a page that keeps something from start to stop would grow for ever.</summary>
    [Theory]
    [MemberData(nameof(ModesAndHandlers))]
    public async Task Each_start_has_its_stop(string ids, string handler)
    {
        const int messages = 200;
        using var all = new EverySource();
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using (var system = Unsampling(ids))
        {
            var lost = system.ActorOf(Handlers[handler]);
            var actor = system.ActorOf(Handlers[handler]);
            for (var i = 0; i < messages; i++)
            {
                using var request = i % 2 == 0 ? Unsampled.Activity("request").Start() : null;
                actor.Tell(i, ActorRefs.NoSender);
                lost.Tell(i % 50 == 0 ? PoisonPill.Instance : i, ActorRefs.NoSender);
            }

            await Eventually.True(() => all.Started > messages / 2);
        }

        await Eventually.True(
            () => !all.Open.Any(),
            () => string.Join(", ", all.Open.GroupBy(name => name).Select(of => $"{of.Count()} {of.Key}")));
        Assert.Equal(all.Started, all.Stopped);
        Assert.Empty(all.Changed);
    }

    /// <summary>The way in which .NET begins a trace on purpose. Its sampler decides.</summary>
    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_trace_that_a_handler_begins_on_purpose_is_recorded(string ids)
    {
        const int messages = 100;
        using var source = new ActivitySource($"jobs-{Guid.NewGuid():N}");
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded, source.Name);
        await using var system = Unsampling(ids);
        var recorded = new ConcurrentQueue<bool>();
        var actor = system.ActorOf((_, _) =>
        {
            Activity.Current = null;
            using var job = source.StartActivity("job");
            recorded.Enqueue(job is { Recorded: true, IsAllDataRequested: true, Parent: null });
        });

        actor.TellNumbers(messages);

        await Eventually.Equal(messages, () => recorded.Count);
        Assert.DoesNotContain(false, recorded);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Work_that_outlives_the_handler_begins_traces_of_its_own(string ids)
    {
        const int rounds = 20;
        using var source = new ActivitySource($"loop-{Guid.NewGuid():N}");
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded, source.Name);
        await using var system = Unsampling(ids);
        var recorded = new ConcurrentQueue<bool>();
        var actor = system.ActorOf((_, _) => Task.Run(async () =>
        {
            for (var i = 0; i < rounds; i++)
            {
                await Task.Yield();
                Activity.Current = null;
                using var round = source.StartActivity("round");
                recorded.Enqueue(round is { Recorded: true });
            }
        }));

        actor.Tell("start", ActorRefs.NoSender);

        await Eventually.Equal(rounds, () => recorded.Count);
        Assert.DoesNotContain(false, recorded);
    }

    /// <summary>In the mode without activities null is assigned to null, which .NET tells all the same.</summary>
    [Theory]
    [InlineData(WhenUsed, "tell")]
    [InlineData(Always, "tell")]
    [InlineData(WhenUsed, "schedule")]
    [InlineData(Always, "schedule")]
    public async Task After_a_detach_a_handler_begins_a_new_trace_that_the_ratio_decides(string ids, string way)
    {
        const double ratio = 0.2;
        const int rounds = 5_000;
        await using var system = Systems.Instrumented(
            $$"""
            akka.scheduler.implementation = "AkkaInstrumentation.InstrumentedScheduler, AkkaInstrumentation.Dispatcher"
            akka.instrumentation.tracing.sampling { ratio = {{ratio.ToString(CultureInfo.InvariantCulture)}}, unsampled-trace-ids = {{ids}} }
            """);
        using var spans = SpanRecorder.OfActor(out var name);
        var handled = 0;
        var actor = system.ActorOf(
            (context, message) =>
            {
                var round = (int)message;
                Volatile.Write(ref handled, round);
                if (round == rounds)
                {
                    return;
                }

                Activity.Current = null;
                if (way == "tell" || round % 50 != 0)
                {
                    context.Self.Tell(round + 1, ActorRefs.NoSender);
                }
                else
                {
                    context.System.Scheduler.ScheduleTellOnce(TimeSpan.Zero, context.Self, round + 1, ActorRefs.NoSender);
                }
            },
            name);

        actor.Tell(1, ActorRefs.NoSender);

        await Eventually.Equal(rounds, () => Volatile.Read(ref handled));
        var slack = 6 * Math.Sqrt(rounds * ratio * (1 - ratio));
        Assert.InRange(spans.Started.Count, (rounds * ratio) - slack, (rounds * ratio) + slack);
        Assert.All(spans.Started, span => Assert.Equal(default, span.ParentSpanId));
        Assert.Equal(spans.Started.Count, spans.Started.Select(span => span.TraceId).Distinct().Count());
    }

    /// <summary>Without it, the messages of an unsampled trace stay in it, so that it is kept as a whole or not at all.</summary>
    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Without_a_detach_a_handler_stays_in_the_unsampled_trace(string ids)
    {
        await using var system = Systems.Instrumented(
            $"akka.instrumentation.tracing.sampling {{ ratio = 0.5, unsampled-trace-ids = {ids} }}");
        using var spans = SpanRecorder.OfActor(out var name);
        var handled = 0;
        var actor = system.ActorOf(
            (context, message) =>
            {
                if (message is int rounds and > 0)
                {
                    context.Self.Tell(rounds - 1, ActorRefs.NoSender);
                }
                else
                {
                    Interlocked.Increment(ref handled);
                }
            },
            name);

        actor.TellTimes(200, 19);

        await Eventually.Equal(200, () => Volatile.Read(ref handled));
        Assert.All(spans.Started.GroupBy(span => span.TraceId), trace => Assert.Equal(20, trace.Count()));
    }

    /// <summary>Libraries put away what is current and put it back.</summary>
    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_current_activity_that_is_set_aside_can_be_restored(string ids)
    {
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Unsampling(ids);
        var found = new ConcurrentQueue<(Activity? Before, Activity? After)>();
        var actor = system.ActorOf((_, _) =>
        {
            var before = Activity.Current;
            Activity.Current = null;
            Activity.Current = before;
            found.Enqueue((before, Activity.Current));
        });

        for (var i = 0; i < 10; i++)
        {
            using var request = Unsampled.Activity("request").Start();
            actor.Tell(i, ActorRefs.NoSender);
        }

        await Eventually.Equal(10, () => found.Count);
        Assert.All(found, pair => Assert.Same(pair.Before, pair.After));
        Assert.All(found, pair => Assert.NotNull(pair.Before));
    }

    /// <summary>In a burst and one at a time: it depends on what handlers of the type do, not on how many messages there are.</summary>
    [Theory]
    [MemberData(nameof(ModesAndHandlers))]
    public async Task What_a_handler_finds_does_not_depend_on_the_load(string ids, string handler)
    {
        if (handler is not ("does nothing" or "uses: starts an activity" or "uses: logs"))
        {
            return;
        }

        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Systems.Instrumented(
            $"{KeptLog.Hocon}\nakka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = {ids} }}");
        var found = new ConcurrentQueue<bool>();
        var actor = system.ActorOf((context, _) =>
        {
            found.Enqueue(Activity.Current is not null);
            if (handler == "uses: logs")
            {
                context.GetLogger().Warning("a line");
            }
            else if (handler != "does nothing")
            {
                new Activity("call").Start().Stop();
            }
        });

        for (var i = 1; i <= 20; i++)
        {
            actor.Tell(i, ActorRefs.NoSender);
            await Eventually.Equal(i, () => found.Count);
        }

        actor.TellNumbers(3_000);
        await Eventually.Equal(3_020, () => found.Count);

        var has = ids == Always || handler != "does nothing";
        Assert.All(found.Skip(1).Take(19), one => Assert.Equal(has, one));

        // once in ten seconds one has none, to see whether it still needs one
        Assert.InRange(found.Skip(20).Count(one => one != has), 0, has ? 10 : 0);
    }

    /// <summary>
    /// A sampler may answer that it wants the data of a span without sampling its trace: the specification's AlwaysRecord, and some exporters' own.
    /// Each span of such a trace reaches the processors.
    /// </summary>
    [Theory]
    [InlineData("tell")]
    [InlineData("schedule")]
    [InlineData("await")]
    public async Task Inside_an_activity_that_wants_data_the_sampler_is_asked(string way)
    {
        const int messages = 100;
        await using var system = Systems.Instrumented(
            """
            akka.scheduler.implementation = "AkkaInstrumentation.InstrumentedScheduler, AkkaInstrumentation.Dispatcher"
            akka.instrumentation { tracing.sampling.ratio = 0, rules.scheduled.relation = parent }
            """);
        using var source = new ActivitySource($"requests-{Guid.NewGuid():N}");
        var asked = new ConcurrentQueue<ActivityContext>();
        using var spans = Listening.Spans(
            (ref options) =>
            {
                asked.Enqueue(options.Parent);
                return ActivitySamplingResult.AllData;
            },
            sources: [AkkaTelemetry.SourceName, source.Name]);
        var (failed, found) = (0, new ConcurrentQueue<(string, Activity?, ActivityTraceId)>());
        var second = system.ActorOf(Handler.Props((_, message) =>
        {
            See("second", message);
            Interlocked.Increment(ref failed);
            throw new TimeoutException("on purpose");
        }));
        var first = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            See("first", message);
            if (way == "await")
            {
                await Task.Yield();
            }

            if (way == "schedule")
            {
                context.System.Scheduler.ScheduleTellOnce(TimeSpan.Zero, second, message, ActorRefs.NoSender);
            }
            else
            {
                second.Tell(message, ActorRefs.NoSender);
            }
        }));

        await EmptyThread.Run(() =>
        {
            for (var i = 0; i < messages; i++)
            {
                using var request = source.StartActivity("request");
                first.Tell(request!.TraceId, ActorRefs.NoSender);
            }
        });

        await Eventually.Equal(2 * messages, () => found.Count);
        await Eventually.Equal(messages, () => Volatile.Read(ref failed));
        Assert.All(found, one =>
        {
            Assert.True(one.Item2 is { IsAllDataRequested: true, Recorded: false }, one.Item1);
            Assert.Equal(one.Item3, one.Item2!.TraceId);
        });

        // the requests, and each message once: a failure needs no other span
        Assert.Equal(messages, asked.Count(parent => parent == default));
        Assert.Equal(2 * messages, asked.Count(parent => parent != default));

        void See(string who, object message) => found.Enqueue((who, Activity.Current, (ActivityTraceId)message));
    }

    private static TestSystem Unsampling(string ids) => Systems.Instrumented(
        $"akka.loglevel = OFF\nakka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = {ids} }}");
}
