using Akka.Event;

namespace AkkaInstrumentation.Tests.Context;

/// <summary>A message inside a trace that somebody else did not sample keeps that trace, wherever it goes.</summary>
[Collection(Alone.Name)]
public sealed class NonRecordingContextSpec
{
    private const string Instrumented =
        "akka.scheduler.implementation = \"AkkaInstrumentation.InstrumentedScheduler, AkkaInstrumentation.Dispatcher\"";

    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(1);

    private static readonly string[] s_ways =
        ["tell", "await", "task", "pipe", "stash", "scheduler", "timer of the context", "selection", "forward", "deque", "bounded"];

    // a handler's way to the next actor, where it is not a plain Tell
    private static readonly Dictionary<string, Action<IActorContext, IActorRef, object>> Ways = new()
    {
        ["task"] = (_, next, message) => Task.Run(() => next.Tell(message, ActorRefs.NoSender)),
        ["pipe"] = (_, next, message) => Task.Delay(1).ContinueWith(_ => message, TaskScheduler.Default).PipeTo(next),
        ["scheduler"] = (context, next, message) => context.System.Scheduler.ScheduleTellOnce(Soon, next, message, context.Self),
        ["timer of the context"] = (context, next, message) =>
            context.System.Scheduler.ScheduleTellOnceCancelable(Soon, next, message, ActorRefs.NoSender),
        ["selection"] = (context, next, message) => context.ActorSelection(next.Path).Tell(message, context.Self),
        ["forward"] = (_, next, message) => next.Forward(message),
    };

    public static TheoryData<string, ActivitySamplingResult> WaysAndAnswers =>
        Combinations.Each(s_ways, ActivitySamplingResult.None, ActivitySamplingResult.PropagationData);

    /// <param name="way">How the message gets to the third actor.</param>
    /// <param name="refused">What a listener answers that wants no span. OpenTelemetry's provider makes an activity of a root that its sampler
    /// refuses.</param>
    [Theory]
    [MemberData(nameof(WaysAndAnswers))]
    public async Task Id_state_and_flags_are_the_same_in_every_handler_and_in_outgoing_headers(string way, ActivitySamplingResult refused)
    {
        const int traces = 100;
        using var listener = Unheeding.Spans(refused);
        await using var system = Systems.Instrumented(
            $"{Instrumented}\nbounded.mailbox-type = \"AkkaInstrumentation.BoundedInstrumentedMailbox, AkkaInstrumentation.Mailbox\"");
        using var spans = SpanRecorder.OfActor(out var name);
        var seen = new ConcurrentQueue<(string Sent, string? Found, string? Header, string? State)>();
        var last = system.ActorOf((_, message) => See((string)message));
        var third = system.ActorOf((context, message) => See((string)message, context, last));
        var second = system.ActorOf(On(way, third, message => See(message)));
        var first = system.ActorOf((context, message) => See((string)message, context, second), name);

        for (var i = 0; i < traces; i++)
        {
            using var dropped = Unsampled.Activity("dropped", $"vendor={i}").Start();
            first.Tell($"{dropped.TraceId} vendor={i}", ActorRefs.NoSender);
        }

        await Eventually.Equal(4 * traces, () => seen.Count);
        Assert.All(seen, found => Assert.Equal(found.Sent, found.Found));
        Assert.All(seen, found => Assert.Equal(found.Sent, $"{found.Header![3..35]} {found.State}"));
        Assert.All(seen, found => Assert.EndsWith("-00", found.Header, StringComparison.Ordinal));
        Assert.Empty(spans.Started);

        void See(string message, IActorContext? context = null, IActorRef? next = null)
        {
            var (header, state) = (default(string), default(string));
            DistributedContextPropagator.CreateW3CPropagator().Inject(Activity.Current, null, (_, key, value) =>
            {
                header = key == "traceparent" ? value : header;
                state = key == "tracestate" ? value : state;
            });
            seen.Enqueue((message, $"{Activity.Current?.TraceId} {Activity.Current?.TraceStateString}", header, state));
            next?.Tell(message, context!.Self);
        }
    }

    /// <summary>Otherwise it would depend on how long the message waits.</summary>
    [Fact]
    public async Task A_trace_that_is_recorded_only_after_the_message_was_sent_has_no_span_of_it()
    {
        using var listener = Unheeding.Spans(ActivitySamplingResult.PropagationData);
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.OfActor(out var name);
        using var recorded = new ManualResetEventSlim();
        var handled = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf(
            (_, message) =>
            {
                recorded.Wait();
                if (message is "second")
                {
                    handled.SetResult(Activity.Current is { Recorded: true });
                }
            },
            name);

        using var late = Unsampled.Activity("late").Start();
        actor.Tell("first", ActorRefs.NoSender);
        actor.Tell("second", ActorRefs.NoSender);
        late.ActivityTraceFlags |= ActivityTraceFlags.Recorded;
        recorded.Set();

        Assert.False(await handled.Task);
        Assert.Empty(spans.Started);
    }

    [Theory]
    [InlineData("always", false, 1_000)]
    [InlineData("when-used", false, 0)]
    [InlineData("when-used", true, 999)]
    public async Task Roots_have_an_id_of_their_own_as_the_setting_asks(string ids, bool logs, int least)
    {
        const int messages = 1_000;
        await using var system = Systems.Instrumented(
            $"{KeptLog.Hocon}\nakka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = {ids} }}");
        var seen = new ConcurrentQueue<(int Message, ActivityTraceId? Trace)>();
        using var spans = SpanRecorder.OfActor(out var name);
        var third = system.ActorOf(UsesAndSees);
        var second = system.ActorOf((_, message) => third.Tell(message, ActorRefs.NoSender));
        var first = system.ActorOf(
            (context, message) =>
            {
                UsesAndSees(context, message);
                second.Tell(message, ActorRefs.NoSender);
            },
            name);

        first.TellNumbers(messages);

        await Eventually.Equal(2 * messages, () => seen.Count);
        var traces = seen.GroupBy(found => found.Message).Select(of => of.Select(found => found.Trace).Distinct().ToList())
            .Where(of => !of.Contains(null)).ToList();

        // the actor between them, which uses none, hands the id on
        Assert.All(traces, trace => Assert.Single(trace));
        Assert.InRange(traces.Count, least == 999 ? 990 : least, least);
        Assert.Equal(traces.Count, traces.Select(trace => trace[0]).Distinct().Count());

        void UsesAndSees(IActorContext context, object message)
        {
            seen.Enqueue(((int)message, Activity.Current?.TraceId));
            if (logs)
            {
                context.GetLogger().Warning("a line");
            }
        }
    }

    /// <summary>
    /// Where nothing is current, a library's activity is the first of a trace, about which its sampler decides. It happens once, and once in a while
    /// again, to see whether handlers of such messages still start any.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_library_begins_a_trace_in_the_first_unsampled_message_of_a_type_only(bool afterAnAwait)
    {
        const int messages = 2_000;
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.sampling.ratio = 0");
        using var source = new ActivitySource($"library-{Guid.NewGuid():N}");
        var recorded = 0;
        using var library = ParentBased(source, span => Interlocked.Add(ref recorded, span.Recorded || span.IsAllDataRequested ? 1 : 0));
        using var spans = SpanRecorder.OfActor(out var name);
        var (handled, own) = (0, 0);
        var actor = system.ActorOf(AsyncHandler.Props(async (_, _) =>
        {
            Interlocked.Add(ref own, Activity.Current is null ? 0 : 1);
            if (afterAnAwait)
            {
                await Task.Yield();
            }

            using var call = source.StartActivity("call");
            Interlocked.Increment(ref handled);
        }), name);

        actor.TellNumbers(messages);

        await Eventually.Equal(messages, () => Volatile.Read(ref handled));

        // ten seconds later once more, and the test may take longer on a slow machine
        Assert.InRange(recorded, 1, 5);
        Assert.Equal(messages - recorded, own);
    }

    /// <summary>It was begun where the handler's work had no trace, but it has one itself.</summary>
    [Fact]
    public async Task A_library_continues_a_recorded_trace_that_it_names()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.sampling.ratio = 0");
        using var source = new ActivitySource($"library-{Guid.NewGuid():N}");
        using var library = ParentBased(source, _ => { });
        using var spans = SpanRecorder.OfActor(out var name);
        var named = new ActivityContext(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded);
        var found = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf(
            (_, _) =>
            {
                using var call = source.StartActivity(ActivityKind.Consumer, named);
                found.SetResult(call is { Recorded: true });
            },
            name);

        actor.Tell("message", ActorRefs.NoSender);

        Assert.True(await Eventually.Within(found.Task));
    }

    // As the SDK's default sampler answers.
    private static ActivityListener ParentBased(ActivitySource source, Action<Activity> started) => Listening.Spans(
        (ref options) => options.Parent == default || options.Parent.TraceFlags.HasFlag(ActivityTraceFlags.Recorded)
            ? ActivitySamplingResult.AllDataAndRecorded
            : ActivitySamplingResult.None,
        started,
        sources: source.Name);

    private static Props On(string way, IActorRef next, Action<string> see)
    {
        var pass = Ways.GetValueOrDefault(way, (_, next, message) => next.Tell(message, ActorRefs.NoSender));
        var props = Handler.Props((context, message) =>
        {
            see((string)message);
            pass(context, next, message);
        });
        return way switch
        {
            "await" => AsyncHandler.Props(async (context, message) =>
            {
                see((string)message);
                await Task.Yield();
                await Task.Delay(1);
                pass(context, next, message);
            }),
            "stash" => Props.Create(() => new StashesFirst(next, see)),
            "bounded" => props.WithMailbox(AkkaInstrumentationConfig.BoundedMailboxId),
            "deque" => props.WithMailbox(AkkaInstrumentationConfig.UnboundedDequeMailboxId),
            _ => props,
        };
    }

    /// <summary>Stashes each message once.</summary>
    private sealed class StashesFirst(IActorRef next, Action<string> see) : UntypedActor, IWithUnboundedStash
    {
        private readonly HashSet<object> _stashed = [];

        public IStash Stash { get; set; } = null!;

        protected override void OnReceive(object message)
        {
            if (_stashed.Add(message))
            {
                Stash.Stash();
                Stash.UnstashAll();
            }
            else
            {
                see((string)message);
                next.Tell(message, Self);
            }
        }
    }
}
