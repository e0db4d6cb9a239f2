namespace AkkaInstrumentation.Tests.Context;

/// <summary>
/// Handlers of unsampled messages do with activities whatever .NET allows. All that the library has started is stopped, nobody's activity is changed,
/// and the next message finds what belongs to it and nothing of the message before.
/// </summary>
[Collection(Alone.Name)]
public sealed class UnsampledAttacksSpec
{
    private const string WhenUsed = "when-used";
    private const string Always = "always";
    private const string Carrier = "akka.unsampled";
    private const int Messages = 60;

    private static readonly Dictionary<string, Action<IActorContext>> Deeds = new()
    {
        ["throws inside of an activity"] = _ => Fail.If(new Activity("mine").Start() is not null),
        ["leaves activities open"] = _ => Array.ForEach([1, 2, 3], _ => new Activity("mine").Start()),
        ["stops what it was given"] = _ => Activity.Current?.Stop(),
        ["sends in an activity of the hierarchical format, and leaves it"] = context =>
        {
            new Activity("mine").SetIdFormat(ActivityIdFormat.Hierarchical).Start();
            context.System.DeadLetters.Tell("inside", context.Self);
        },
        ["suppresses the flow"] = _ => SuppressFlow(),
        ["sets baggage and state"] = _ =>
        {
            Activity.Current?.SetBaggage("tenant", "red");
            Activity.Current?.TraceStateString = "red=1";
        },
        ["schedules"] = context => context.System.Scheduler.ScheduleTellOnce(TimeSpan.Zero, context.System.DeadLetters, "later", context.Self),
        ["makes and stops children"] = context => context.Stop(context.ActorOf(Handler.Props((_, _) => { }))),
    };

    private static readonly Dictionary<string, Func<IActorContext, Task>> AsyncDeeds = new()
    {
        ["stops its activity on another thread"] = async _ =>
        {
            using var call = new Activity("call").Start();
            await Task.Run(() => { }).ConfigureAwait(false);
        },
        ["starts activities in tasks"] = _ => Task.WhenAll(Enumerable.Range(0, 3).Select(_ => Task.Run(() => new Activity("call").Start().Stop()))),
        ["throws after an await inside of an activity"] = async _ =>
        {
            var mine = new Activity("mine").Start();
            await Task.Yield();
            Fail.If(!mine.IsStopped);
        },
        ["detaches after an await"] = async _ =>
        {
            await Task.Yield();
            Activity.Current = null;
            new Activity("call").Start().Stop();
        },
        ["asks"] = context => context.ActorOf(Echo.Props).Ask<object>("?", TimeSpan.FromSeconds(60)),
    };

    private static readonly Dictionary<string, Func<IActorRef, Action, Task>> Ways = new()
    {
        ["stays"] = (_, send) => Do(send),
        ["detaches and comes back"] = (_, send) => Do(() => Put(Put(null)), send),
        ["detaches twice"] = (_, send) => Do(() => Put(null), () => Put(null), send),
        ["detaches in an activity"] = (_, send) => Do(() => new Activity("call").Start(), () => Put(null), send),
        ["detaches before its own job"] = (_, send) => Do(() => Put(null), () => new Activity("job").Start().Stop(), send),
        ["detaches after an await"] = async (_, send) =>
        {
            await Task.Yield();
            await Do(() => Put(null), send);
        },
        ["detaches in a task"] = (_, send) => Task.Run(() => Do(() => Put(null), send)),
        ["detaches after an Ask"] = async (echo, send) =>
        {
            await echo.Ask<object>("?", TimeSpan.FromSeconds(60));
            await Do(() => Put(null), send);
        },
    };

    public static TheoryData<string, string> ModesAndDeeds => Combinations.Each([WhenUsed, Always], [.. Deeds.Keys, .. AsyncDeeds.Keys]);

    public static TheoryData<string, string> ModesAndWays => Combinations.Each([WhenUsed, Always], [.. Ways.Keys]);

    public static TheoryData<string, string> ModesAndPlaces => Combinations.Each([WhenUsed, Always], "start", "end");

    public static TheoryData<string, string> ModesAndEnds =>
        Combinations.Each([WhenUsed, Always], "the system ends", "tracing is switched off", "the last listener goes");

    [Theory]
    [MemberData(nameof(ModesAndDeeds))]
    public async Task Whatever_a_handler_does_its_activity_stops_and_the_next_one_finds_nothing_of_it(string ids, string deed)
    {
        using var all = new EverySource();
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        var begins = new Beginnings(ids);
        await using (var system = Unsampling(ids))
        {
            Send(system.ActorOf(Deeds.TryGetValue(deed, out var does)
                ? Handler.Props((context, message) => Do(() => begins.See(message), () => does(context)))
                : AsyncHandler.Props((context, message) =>
                {
                    begins.See(message);
                    return AsyncDeeds[deed](context);
                })));
            await Eventually.Equal(Messages, () => begins.Count);
        }

        Assert.Empty(begins.Wrong);
        await AllStop(all);
    }

    /// <summary>Another listener has seen the start, and sees the end.</summary>
    [Theory]
    [MemberData(nameof(ModesAndPlaces))]
    public async Task A_listener_that_throws_at_activities_without_a_source_hurts_no_handler(string ids, string at)
    {
        var thrown = 0;
        using var all = new EverySource();
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        using var throws = Listening.Spans(started: activity => Throw(activity, "start"), stopped: activity => Throw(activity, "end"), sources: [""]);
        var begins = new Beginnings(ids);
        await using (var system = Unsampling(ids))
        {
            Send(system.ActorOf((_, message) => begins.See(message)));
            await Eventually.Equal(Messages, () => begins.Count);
        }

        Assert.Empty(begins.Wrong);
        await AllStop(all);
        Assert.NotEqual(0, thrown);

        void Throw(Activity activity, string where)
        {
            if (where == at && activity.OperationName == Carrier)
            {
                Interlocked.Increment(ref thrown);
                throw new InvalidOperationException("on purpose");
            }
        }
    }

    [Theory]
    [MemberData(nameof(ModesAndEnds))]
    public async Task The_activity_of_a_handler_that_awaits_at_the_end_of_the_system_is_stopped(string ids, string end)
    {
        using var hold = new Hold();
        var (begins, given) = (new Beginnings(ids), default(Activity));
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Unsampling(ids);
        var control = AkkaInstrumentationExtension.For(system.System).Control;
        var actor = system.ActorOf(AsyncHandler.Props((context, message) =>
        {
            given ??= Activity.Current;
            return message is "hold" ? hold.PassAsync()
                : Do(message is "?" ? () => context.Sender.Tell(Activity.Current is not null) : () => begins.See(message));
        }));
        using (Unsampled.Activity("request").Start())
        {
            actor.Tell("hold", ActorRefs.NoSender);
        }

        await hold.Entered;
        Assert.Equal((Carrier, false), (given?.OperationName, given?.IsStopped));
        if (end == "the system ends")
        {
            await system.DisposeAsync();
            await Eventually.True(() => given!.IsStopped);
            return;
        }

        control.TracingEnabled = end == "the last listener goes";
        spans.Dispose();
        hold.Release();
        await Eventually.True(() => given!.IsStopped);
        control.TracingEnabled = true;
        using var others = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await Eventually.True(() =>
        {
            using var request = Unsampled.Activity("request").Start();
            return actor.Ask<bool>("?", TimeSpan.FromSeconds(60));
        });
        Send(actor);
        await Eventually.Equal(Messages, () => begins.Count);
        Assert.Empty(begins.Wrong);
    }

    /// <summary>A bridge or a profiler listens to all, also to activities without a source, which nobody has decided about.</summary>
    [Theory]
    [InlineData(false, false, 0)]
    [InlineData(true, false, 0)]
    [InlineData(false, true, Messages)]
    [InlineData(true, true, Messages)]
    public async Task A_listener_to_every_source_changes_no_decision(bool listens, bool isUndecided, int expected)
    {
        using var all = listens ? new EverySource() : null;
        using var spans = SpanRecorder.OfActor(out var name);
        await using var system = Systems.Instrumented();
        var traces = new ConcurrentQueue<(object, ActivityTraceId?)>();
        var actor = system.ActorOf((_, message) => traces.Enqueue((message, Activity.Current?.TraceId)), name);
        for (var i = 0; i < Messages; i++)
        {
            using var request = (isUndecided ? new Activity("request") : Unsampled.Activity("request")).Start();
            actor.Tell(request.TraceId, ActorRefs.NoSender);
        }

        await Eventually.Equal(Messages, () => traces.Count);
        await Eventually.Equal(expected, () => spans.Stopped.Count);
        Assert.All(traces, trace => Assert.Equal(trace.Item1, trace.Item2));
        Assert.All(spans.Stopped, span => Assert.Equal(default, span.ParentSpanId));
    }

    /// <summary>A rule draws each message that would begin a trace, and none that belongs to an unsampled one.</summary>
    [Theory]
    [MemberData(nameof(ModesAndWays))]
    public async Task The_ratio_decides_about_messages_of_handlers_that_detach_and_of_no_others(string ids, string way)
    {
        await using var system = Unsampling(ids, "akka.instrumentation.rules.drawn { message = \"*Drawn\", ratio = 1 }");
        using var spans = SpanRecorder.OfActor(out var name);
        var handled = 0;
        var target = system.ActorOf((_, _) => Interlocked.Increment(ref handled), name);
        var echo = system.ActorOf(Echo.Props);
        var actor = system.ActorOf(AsyncHandler.Props((_, _) => Ways[way](echo, () => target.Tell(new Drawn(), ActorRefs.NoSender))));
        using (Unsampled.Activity("request").Start())
        {
            actor.TellNumbers(Messages);
        }

        await Eventually.Equal(Messages, () => Volatile.Read(ref handled));
        await Eventually.Equal(way is "stays" or "detaches and comes back" ? 0 : Messages, () => spans.Stopped.Count);
        Assert.All(spans.Stopped, span => Assert.Equal(default, span.ParentSpanId));
    }

    private static void Send(IActorRef actor)
    {
        for (var i = 0; i < Messages; i++)
        {
            using var request = i % 2 == 0 ? Unsampled.Activity("request").Start() : null;
            actor.Tell((object?)request?.TraceId ?? i, ActorRefs.NoSender);
        }
    }

    private static Activity? Put(Activity? next)
    {
        var before = Activity.Current;
        Activity.Current = next;
        return before;
    }

    private static void SuppressFlow()
    {
        if (!ExecutionContext.IsFlowSuppressed())
        {
            ExecutionContext.SuppressFlow();
        }
    }

    private static Task Do(params Action[] steps)
    {
        Array.ForEach(steps, step => step());
        return Task.CompletedTask;
    }

    // Some handlers never stop theirs, which is allowed to them.
    private static async Task AllStop(EverySource all)
    {
        await Eventually.True(() => all.Open.All(name => name == "mine"), () => string.Join(", ", all.Open));
        Assert.Empty(all.Changed);
    }

    private static TestSystem Unsampling(string ids, string hocon = "") =>
        Systems.Instrumented($"{hocon}\nakka {{ loglevel = OFF, instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = {ids} }} }}");

    private sealed record Drawn;

    /// <summary>What is current when a handler begins. A message is its trace's id, or a number if it would have begun a trace.</summary>
    private sealed class Beginnings(string ids)
    {
        private readonly ConcurrentDictionary<object, ActivityTraceId> _traces = new();
        private readonly ConcurrentDictionary<ActivityTraceId, object> _messages = new();
        private readonly ConcurrentQueue<string> _wrong = new();
        private int _count;

        public int Count => Volatile.Read(ref _count);

        public IEnumerable<string> Wrong => _wrong;

        public void See(object message)
        {
            var current = Activity.Current;
            var isRight = current is null ? message is int && ids == WhenUsed
                : current is { OperationName: Carrier, IsStopped: false, Recorded: false, TraceStateString: null } && !current.Baggage.Any()
                    && _traces.GetOrAdd(message, message is ActivityTraceId request ? request : current.TraceId) == current.TraceId
                    && _messages.GetOrAdd(current.TraceId, message).Equals(message);
            if (!isRight)
            {
                _wrong.Enqueue($"{message}: {current?.OperationName} {current?.Id}");
            }

            Interlocked.Increment(ref _count);
        }
    }
}
