namespace AkkaInstrumentation.Tests.Scheduling;

/// <summary>With the instrumented scheduler a scheduled message links to the span it was scheduled in; all else is the inner scheduler's.</summary>
public class InstrumentedSchedulerSpec
{
    internal const string Scheduler = """
        akka.loglevel = OFF
        akka.scheduler.implementation = "AkkaInstrumentation.InstrumentedScheduler, AkkaInstrumentation.Dispatcher"
        """;

    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(10);

    private static readonly string[] WaysToSchedule =
        ["once", "repeatedly", "timer", "periodic timer", "receive timeout", "receive timeout after an await", "FSM state timeout", "FSM timer"];

    public static TheoryData<string, string> WaysAndRelations
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (var way in WaysToSchedule)
            {
                data.Add(way, "default");
                data.Add(way, "parent");
                data.Add(way, "none");
            }

            data.Add("once", "link");

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(WaysAndRelations))]
    public async Task A_scheduled_message_begins_a_trace_with_a_link_to_the_span_it_was_scheduled_in_unless_a_rule_says_otherwise(string way,
        string relation)
    {
        var rule = relation == "default" ? ""
            : $"akka.instrumentation.rules.mine {{ message = [Int32, ReceiveTimeout, \"FSMBase.*\"], relation = {relation} }}";
        await using var system = Systems.Instrumented($"{Scheduler}\n{rule}");
        using var spans = SpanRecorder.OfActor(out var name);

        system.ActorOf(Props(way), name).Tell("schedule", ActorRefs.NoSender);

        var stopped = await Stopped(spans, way);
        var scheduledIn = stopped[0];
        var parent = relation == "parent" ? (scheduledIn.TraceId, scheduledIn.SpanId) : default;
        Assert.All(stopped.Skip(1), span =>
        {
            Assert.Equal((TypeOf(way), parent),
                (span.GetTagItem(AkkaSpanAttributes.MessageType), span.ParentId is null ? default : (span.TraceId, span.ParentSpanId)));
            Assert.Equal(relation is "link" or "default" ? [scheduledIn.Context] : [], span.Links.Select(link => link.Context));
        });
        Assert.Equal(relation == "parent" ? 1 : stopped.Count, stopped.Select(span => span.TraceId).Distinct().Count());
    }

    [Fact]
    public async Task A_message_that_was_scheduled_in_an_unsampled_trace_does_not_begin_a_sampled_one_where_it_goes_on_with_the_trace()
    {
        await using var system = Systems.Instrumented($"{Scheduler}\nakka.instrumentation.rules.mine {{ message = Int32, relation = parent }}");
        using var spans = SpanRecorder.OfActor(out var name);
        var got = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf((_, _) => got.TrySetResult(Activity.Current), name);
        await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));

        using var unsampled = Unsampled.Activity("unsampled").Start();
        system.System.Scheduler.ScheduleTellOnce(Soon, actor, 1, ActorRefs.NoSender);
        unsampled.Stop();

        Assert.Equal((unsampled.TraceId, false), await Eventually.Within(got.Task) is { } current ? (current.TraceId, current.Recorded) : default);
        Assert.Empty(spans.Started);
    }

    [Fact]
    public async Task A_message_that_a_handler_without_a_span_schedules_goes_on_with_the_trace_that_passes_through_it()
    {
        await using var system = Systems.Instrumented(
            $"{Scheduler}\nakka.instrumentation.rules.none {{ message = String, trace = never }}\n"
            + "akka.instrumentation.rules.mine { message = Int32, relation = parent }");
        using var spans = SpanRecorder.OfActor(out var name);
        var sentIn = default(ActivityContext);
        var actor = system.ActorOf(
            (context, message) =>
            {
                if (message is string)
                {
                    // as it is where the sender's span is of another node
                    HandlerContext.Enter(PassThroughContext.Of(SenderContext.Of(sentIn)));
                    context.System.Scheduler.ScheduleTellOnce(Soon, context.Self, 1, ActorRefs.NoSender);
                }
            },
            name);
        using var request = new Activity("request")
            .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded).Start();
        sentIn = request.Context;
        actor.Tell("schedule", ActorRefs.NoSender);

        Assert.Equal(request.TraceId, Assert.Single(await spans.WaitForStopped(1)).TraceId);
    }

    [Fact]
    public async Task Explain_says_what_a_relation_means_for_scheduled_messages()
    {
        await using var with = Systems.Instrumented($"{Scheduler}\nakka.instrumentation.rules.mine {{ message = Int32, relation = parent }}");
        await using var without = Systems.Instrumented("akka.instrumentation.rules.mine { message = Int32, relation = parent }");

        Assert.Equal(
            [
                "relation = parent: rule mine { message = \"Int32\", relation = parent } (HOCON)",
                "relation = parent, link for scheduled messages: default",
                "relation = parent, none for scheduled messages (akka.scheduler.implementation): rule mine { message = \"Int32\", relation = parent } (HOCON)",
            ],
            [Relation(with, typeof(int)), Relation(with, typeof(string)), Relation(without, typeof(int))]);

        static string Relation(TestSystem system, Type message) => system.System.GetInsight().Explain("/user/a",
            message).Reasons.Single(reason => reason.StartsWith("relation", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_scheduled_message_that_is_not_sampled_and_fails_has_the_link_too()
    {
        await using var system = Systems.Instrumented(
            $"{Scheduler}\nakka.instrumentation {{ tracing.sampling.ratio = 0, rules.first {{ message = String, trace = always }} }}");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(
            (context, message) =>
            {
                if (message is int)
                {
                    throw new TimeoutException("no stock");
                }

                context.System.Scheduler.ScheduleTellOnce(Soon, context.Self, 1, ActorRefs.NoSender);
            },
            name);

        actor.Tell("schedule", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal("error", stopped[1].GetTagItem(AkkaSpanAttributes.SamplingReason));
        Assert.Equal(stopped[0].Context, Assert.Single(stopped[1].Links).Context);
    }

    [Fact]
    public async Task The_actor_gets_the_same_message_and_sender_and_can_cancel()
    {
        await using var system = Systems.Instrumented(Scheduler);
        var got = new TaskCompletionSource<(object Message, IActorRef Sender)>(TaskCreationOptions.RunContinuationsAsynchronously);
        var cancelled = 0;
        var actor = system.ActorOf((context, message) =>
        {
            if (message is "cancelled")
            {
                Interlocked.Increment(ref cancelled);
            }
            else
            {
                got.SetResult((message, context.Sender));
            }
        });
        var sender = system.ActorOf((_, _) => { });
        var order = new object();
        using var span = new Activity("span") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.Start();
        using var spans = SpanRecorder.UnderPath("/user/none");

        system.System.Scheduler.ScheduleTellOnceCancelable(Soon * 20, actor, "cancelled", sender).Cancel();
        system.System.Scheduler.ScheduleTellOnce(Soon * 25, actor, order, sender);

        var (message, from) = await Eventually.Within(got.Task);
        Assert.Same(order, message);
        Assert.Equal(sender, from);
        Assert.Equal(0, cancelled);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task In_a_trace_as_outside_of_one_a_router_passes_on_what_is_scheduled_even_if_it_is_meant_for_itself(bool isInTrace)
    {
        await using var system = Systems.Instrumented(Scheduler);
        using var spans = SpanRecorder.UnderPath("/user/none");
        var got = new TaskCompletionSource<object>(TaskCreationOptions.RunContinuationsAsynchronously);
        var router = system.ActorOf(new RoundRobinPool(1).Props(Handler.Props((_, message) => got.TrySetResult(message))));
        using var span = isInTrace ? new Activity("span") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.Start() : null;

        system.System.Scheduler.ScheduleTellOnce(Soon, router, GetRoutees.Instance, ActorRefs.NoSender);

        Assert.Same(GetRoutees.Instance, await Eventually.Within(got.Task));
    }

    [Fact]
    public async Task A_scheduled_message_that_says_so_leaves_the_receive_timeout_alone()
    {
        await using var system = Systems.Instrumented(Scheduler);
        using var spans = SpanRecorder.UnderPath("/user/none");
        var idle = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf((context, message) =>
        {
            if (message is ReceiveTimeout)
            {
                idle.TrySetResult();
            }
            else if (message is int)
            {
                context.SetReceiveTimeout(Soon * 30);
            }
        });
        actor.Tell(1, ActorRefs.NoSender);
        using var span = new Activity("span") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.Start();

        system.System.Scheduler.ScheduleTellRepeatedly(Soon, Soon, actor, new Quiet(), ActorRefs.NoSender);

        await Eventually.Within(idle.Task);
    }

    [Fact]
    public async Task An_inner_scheduler_of_ones_own_does_the_work()
    {
        await using var system = Systems.Instrumented($"{Scheduler}\nakka.scheduler.inner = \"{typeof(NotedScheduler).AssemblyQualifiedName}\"");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf((_, _) => { }, name);

        system.System.Scheduler.ScheduleTellOnce(TimeSpan.FromDays(1), actor, 1, ActorRefs.NoSender);

        Assert.Single(await spans.WaitForStopped(1));
    }

    [Theory]
    [InlineData("My.Scheduler, My")]
    [InlineData("System.String")]
    public void A_wrong_inner_scheduler_stops_the_system_from_starting(string inner)
    {
        var error = Record.Exception(() => Systems.Instrumented($"{Scheduler}\nakka.scheduler.inner = \"{inner}\""));

        Assert.Contains($"akka.scheduler.inner = {inner}, allowed is", error!.ToString(), StringComparison.Ordinal);
    }

    // The span of what schedules comes first. What is repeated is so until the third one is handled: a fourth may be on its way by then.
    private static async Task<List<Activity>> Stopped(SpanRecorder spans, string way)
    {
        var atLeast = way is "repeatedly" or "periodic timer" ? 4 : 2;
        await Eventually.True(() => spans.Stopped.Count >= atLeast, spans.Dump);

        // by what it is, because the machine's clock may be set meanwhile
        var byType = spans.Stopped.OrderBy(span => Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), TypeOf(way)));
        return [.. byType.ThenBy(span => span.StartTimeUtc)];
    }

    private static string TypeOf(string way) => way switch
    {
        "receive timeout" or "receive timeout after an await" => nameof(ReceiveTimeout),
        "FSM state timeout" => "FSMBase.TimeoutMarker",
        "FSM timer" => "FSMBase.Timer",
        _ => nameof(Int32),
    };

    private static Props Props(string way) => way switch
    {
        "receive timeout" => Akka.Actor.Props.Create(() => new Idling(awaits: false)),
        "receive timeout after an await" => Akka.Actor.Props.Create(() => new Idling(awaits: true)),
        "FSM state timeout" or "FSM timer" => Akka.Actor.Props.Create(() => new States(way)),
        _ => Akka.Actor.Props.Create(() => new Scheduling(way)),
    };

    private sealed record Quiet : INotInfluenceReceiveTimeout;

    private sealed class Idling : ReceiveActor
    {
        public Idling(bool awaits)
        {
            Receive<ReceiveTimeout>(_ => Context.SetReceiveTimeout(null));
            if (awaits)
            {
                ReceiveAnyAsync(async _ =>
                {
                    await Task.Yield();
                    Context.SetReceiveTimeout(Soon);
                });
            }
            else
            {
                ReceiveAny(_ => Context.SetReceiveTimeout(Soon));
            }
        }
    }

    private sealed class States : FSM<string, int>
    {
        public States(string way)
        {
            When("ready", _ =>
            {
                if (way == "FSM timer")
                {
                    SetTimer("timer", 1, Soon, repeat: false);
                    return GoTo("waiting");
                }

                return GoTo("waiting").ForMax(Soon);
            });
            When("waiting", _ => Stay());
            StartWith("ready", 0);
            Initialize();
        }
    }

    private sealed class Scheduling : UntypedActor, IWithTimers
    {
        private readonly string _way;
        private ICancelable? _repeated;
        private int _ticks;

        public Scheduling(string way) => _way = way;

        public ITimerScheduler Timers { get; set; } = null!;

        protected override void OnReceive(object message)
        {
            if (message is int)
            {
                if (++_ticks == 3)
                {
                    _repeated?.Cancel();
                    Timers.CancelAll();
                }

                return;
            }

            switch (_way)
            {
                case "once":
                    Context.System.Scheduler.ScheduleTellOnce(Soon, Self, 1, Self);
                    break;
                case "repeatedly":
                    _repeated = Context.System.Scheduler.ScheduleTellRepeatedlyCancelable(Soon, Soon * 10, Self, 1, Self);
                    break;
                case "timer":
                    Timers.StartSingleTimer("key", 1, Soon);
                    break;
                case "periodic timer":
                    Timers.StartPeriodicTimer("key", 1, Soon, Soon * 10);
                    break;
            }
        }
    }
}
