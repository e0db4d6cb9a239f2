using OpenTelemetry.Context;

namespace AkkaInstrumentation.Tests;

/// <summary>OpenTelemetry's baggage is in the handler what it was at the sender's, however the message is treated.</summary>
public sealed class BaggageSpec
{
    public static TheoryData<string, string> Ways => Combinations.Each(
        ["default-executor", "thread-pool-executor", "fork-join-executor", "task-executor", "channel-executor"],
        "tracing.sampling.ratio = 1",
        "tracing.sampling.ratio = 0",
        """rules.none { path = "/user/**", trace = never }""",
        """rules.some { path = "/user/**", trace = only-in-trace }""");

    /// <summary>With and without an activity, with and without baggage, in turn; what a handler leaves behind is nobody's.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Each_message_has_its_own_before_and_after_awaits_and_hands_it_on(string executor, string setting)
    {
        const int messages = 120;
        await using var host = await TestHost.Start(akka => akka.AddHocon(Hocon(executor, setting), HoconAddMode.Prepend).WithInstrumentation());
        var seen = new ConcurrentQueue<(int Message, string? Item, int Count)>();
        var last = await Start(Handler.Props((_, message) =>
        {
            See(message);
            Baggage.SetBaggage("left", "behind");
        }));
        var middle = await Start(Handler.Props((_, message) =>
        {
            See(message);
            last.Tell(message, ActorRefs.NoSender);
            Baggage.Current = Baggage.Create(new() { ["item"] = "wrong" });
        }));
        var first = await Start(AsyncHandler.Props(async (_, message) =>
        {
            See(message);
            await Task.Yield();
            See(message);
            middle.Tell(message, ActorRefs.NoSender);
        }));

        var sender = await TestHost.Traced(() =>
        {
            var activity = Activity.Current;
            for (var i = 0; i < messages; i++)
            {
                Activity.Current = i % 4 < 2 ? activity : null;
                Baggage.Current = i % 2 == 0 ? Baggage.Create(new() { ["item"] = $"{i}" }) : default;
                first.Tell(i, ActorRefs.NoSender);
            }

            Assert.Equal(0, Baggage.Current.Count);
            Activity.Current = activity;
        });

        await Eventually.Equal(4 * messages, () => seen.Count);
        Assert.All(seen, found => Assert.Equal(found.Message % 2 == 0 ? ($"{found.Message}", 1) : (null, 0), (found.Item, found.Count)));
        Assert.Equal(0, Baggage.Current.Count);

        async Task<IActorRef> Start(Props props) => await host.StartActor(props.WithDispatcher("mine"));

        void See(object message) => seen.Enqueue(((int)message, Baggage.Current.GetBaggage("item"), Baggage.Current.Count));
    }

    [Theory]
    [InlineData("tracing.sampling.ratio = 1")]
    [InlineData("tracing.sampling.ratio = 0")]
    [InlineData("""rules.none { path = "/user/**", trace = never }""")]
    public async Task On_the_senders_own_thread_its_context_is_left_as_it_was(string setting)
    {
        await using var host = await TestHost.Start(akka => akka.AddHocon(Hocon(SameThread.TypeName, setting), HoconAddMode.Prepend)
            .WithInstrumentation());
        var seen = new List<string?>();
        var inner = await host.StartActor(Handler.Props((_, _) => Handle()).WithDispatcher("mine"));
        var outer = await host.StartActor(Handler.Props((_, message) =>
        {
            Handle();
            var context = ExecutionContext.Capture();
            inner.Tell(message, ActorRefs.NoSender);
            Assert.Same(context, ExecutionContext.Capture());
        }).WithDispatcher("mine"));

        await TestHost.Traced(() =>
        {
            var activity = Activity.Current;
            for (var i = 0; i < 8; i++)
            {
                Activity.Current = (i & 1) == 0 ? activity : null;
                Baggage.Current = (i & 2) == 0 ? Baggage.Create(new() { ["item"] = $"{i}" }) : default;
                var context = ExecutionContext.Capture();
                outer.Tell("message", ActorRefs.NoSender);

                Assert.Same(context, ExecutionContext.Capture());
                Assert.Equal([(i & 2) == 0 ? $"{i}" : null, "the handler's"], seen);
                Assert.Equal((i & 2) == 0 ? $"{i}" : null, Baggage.GetBaggage("item"));
                seen.Clear();
            }

            Activity.Current = activity;
        });

        void Handle()
        {
            seen.Add(Baggage.GetBaggage("item"));
            Baggage.SetBaggage("item", "the handler's");
        }
    }

    /// <summary>The sender's span has ended before the message is handled. With baggage it is not the only value that flows.</summary>
    [Theory]
    [InlineData("default-executor")]
    [InlineData("task-executor")]
    public async Task A_trace_passes_through_with_it_when_its_span_has_ended(string executor)
    {
        await using var host = await TestHost.Start(
            akka => akka.AddHocon(Hocon(executor, """rules.none { message = "String", trace = never }"""), HoconAddMode.Prepend).WithInstrumentation());
        using var hold = new Hold();
        var seen = new ConcurrentQueue<(ActivityTraceId Trace, string? Tenant)>();
        var last = await host.StartActor(Handler.Props((_, _) => See()).WithDispatcher("mine"));
        var passing = await host.StartActor(Handler.Props((_, message) =>
        {
            if (message is "hold")
            {
                hold.Pass();
                return;
            }

            See();
            last.Tell(1, ActorRefs.NoSender);
        }).WithDispatcher("mine"));
        Activity.Current = null;
        passing.Tell("hold", ActorRefs.NoSender);
        await hold.Entered;
        var sender = await Sent(passing, "message");
        hold.Release();

        await Eventually.Equal(2, () => seen.Count);
        Assert.All(seen, found => Assert.Equal((sender.TraceId, "a"), found));

        void See() => seen.Enqueue((Activity.Current?.TraceId ?? default, Baggage.GetBaggage("tenant")));
    }

    /// <summary>Akka runs the hooks of a restart after the failed message's span has ended.</summary>
    [Theory]
    [InlineData("default-executor", false)]
    [InlineData("default-executor", true)]
    [InlineData("task-executor", false)]
    [InlineData("task-executor", true)]
    public async Task A_restart_and_a_stop_have_that_of_the_failed_message(string executor, bool isAsync)
    {
        const int failures = 20;
        await using var host = await TestHost.Start(akka => akka.AddHocon(Hocon(executor, "system-actors = off"), HoconAddMode.Prepend)
            .WithInstrumentation());
        var seen = new ConcurrentQueue<(string Where, int Message, ActivityTraceId Trace, string? Tenant)>();
        Action<string, int> see = (where, message) =>
            seen.Enqueue((where, message, Activity.Current?.TraceId ?? default, Baggage.GetBaggage("tenant")));
        var last = await host.StartActor(Handler.Props((_, message) => see("sent", (int)message)));
        var supervisor = await host.StartActor(Props.Create(() => new Supervisor(isAsync, see, last)));
        var traces = new Dictionary<int, ActivityTraceId>();
        for (var i = 0; i < failures; i++)
        {
            traces[i] = (await Sent(supervisor, i, $"{i}")).TraceId;
        }

        // two hooks of each restart, one of each stop, and what the watcher hears of that
        await Eventually.Equal((failures * 3 / 2, failures / 2), () => (Count("sent"), Count("Terminated")));
        Assert.All(seen, found => Assert.Equal((found.Where, traces[found.Message], $"{found.Message}"), (found.Where, found.Trace, found.Tenant)));
        Assert.Equal(
            (failures / 2, failures / 2, failures / 2, failures), (Count("PreRestart"), Count("PostRestart"), Count("PostStop"), Count("decider")));

        int Count(string where) => seen.Count(found => found.Where == where);
    }

    [Fact]
    public async Task Processors_see_it_when_the_span_starts()
    {
        var copies = new CopyingProcessor();
        await using var host = await TestHost.Start(
            akka => akka.WithInstrumentation(), tracing => tracing.AddAkkaInstrumentation().AddProcessor(copies));
        var actor = await host.StartActor(Handler.Props((_, _) => { }));
        var sender = await TestHost.Traced(() =>
        {
            Baggage.SetBaggage("tenant", "a");
            actor.Tell("message", ActorRefs.NoSender);
            Baggage.Current = default;
            actor.Tell("message", ActorRefs.NoSender);
        });

        var spans = await host.Exported(sender, 3);
        Assert.Equal(["a", null], spans.Where(span => span.IsOfMessage()).OrderBy(span => span.StartTimeUtc)
            .Select(span => span.GetTagItem("tenant")));
    }

    /// <summary>OpenTelemetry changes baggage in place where there was some before: the execution context stays the same object.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_message_has_what_was_set_since_the_one_before(bool wasSetBefore)
    {
        var clearing = new ClearingProcessor();
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(), tracing => tracing.AddAkkaInstrumentation()
            .AddProcessor(clearing));
        var seen = new ConcurrentQueue<string?>();
        var last = await host.StartActor(Handler.Props((_, _) => seen.Enqueue(Baggage.GetBaggage("tenant"))));
        var first = await host.StartActor(Handler.Props((_, message) =>
        {
            last.Tell(message);
            var context = ExecutionContext.Capture();
            Baggage.SetBaggage("tenant", "a");
            Assert.Equal(wasSetBefore, ReferenceEquals(context, ExecutionContext.Capture()));
            last.Tell(message);
            Baggage.SetBaggage("tenant", "b");
            last.Tell(message);
            Baggage.RemoveBaggage("tenant");
            last.Tell(message);
        }));
        clearing.ActorPath = wasSetBefore ? first.Path.ToStringWithoutAddress() : null;

        var sender = await TestHost.Traced(() => first.Tell("message", ActorRefs.NoSender));

        await host.Exported(sender, 6);
        Assert.Equal([null, "a", "b", null], seen);
    }

    [Fact]
    public async Task The_answer_to_a_question_finds_the_askers_own()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        var actor = await host.StartActor(Handler.Props((context, _) =>
        {
            var asked = Baggage.GetBaggage("tenant");
            Baggage.SetBaggage("tenant", "the handler's");
            context.Sender.Tell(asked ?? "none");
        }));
        Baggage.SetBaggage("tenant", "a");

        Assert.Equal("a", await actor.Ask<string>("whose?", TimeSpan.FromSeconds(20)));
        Assert.Equal("a", Baggage.GetBaggage("tenant"));
    }

    /// <summary>Nothing else decides what flows; and nothing is touched where nobody listens to spans.</summary>
    [Fact]
    public async Task Without_tracing_nothing_flows()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(o => o.Tracing.Enabled = false));
        var actor = await host.StartActor(Handler.Props((context, _) => context.Sender.Tell(Baggage.Current.Count)));
        await Eventually.Within(Task.Run(async () =>
        {
            Baggage.SetBaggage("tenant", "a");
            Assert.Equal(0, await actor.Ask<int>("how many?", TimeSpan.FromSeconds(20)));
        }));
    }

    /// <summary>The name under which OpenTelemetry keeps it, which is no part of its API.</summary>
    [Fact]
    public async Task OpenTelemetry_keeps_it_where_we_look()
    {
        await Task.Run(() =>
        {
            Baggage.SetBaggage("tenant", "a");
            var holder = RuntimeContext.GetValue(OpenTelemetryBaggage.Slot);
            Assert.NotNull(holder);

            RuntimeContext.SetValue(OpenTelemetryBaggage.Slot, null);
            Assert.Equal(0, Baggage.Current.Count);
            Baggage.SetBaggage("tenant", "b");
            Assert.NotSame(holder, RuntimeContext.GetValue(OpenTelemetryBaggage.Slot));
        });
    }

    private static async Task<Activity> Sent(IActorRef receiver, object message, string tenant = "a") => await TestHost.Traced(() =>
    {
        Baggage.Current = Baggage.Create(new() { ["tenant"] = tenant });
        receiver.Tell(message, ActorRefs.NoSender);
        Baggage.Current = default;
    });

    private static Akka.Configuration.Config Hocon(string executor, string setting) => Akka.Configuration.ConfigurationFactory.ParseString(
        $$"""
        akka.instrumentation { {{setting}} }
        mine { type = Dispatcher, executor = "{{executor}}", dedicated-thread-pool { thread-count = 3, threadtype = background } }
        """);

    /// <summary>Restarts a child that fails with an even number, and stops one that fails with an odd one.</summary>
    private sealed class Supervisor : ReceiveActor
    {
        private readonly Action<string, int> _see;

        public Supervisor(bool isAsync, Action<string, int> see, IActorRef last)
        {
            _see = see;
            Receive<int>(number =>
            {
                var props = Props.Create(() => new Failing(number, isAsync, see, last)).WithDispatcher("mine");
                Context.Watch(Context.ActorOf(props, $"{number}")).Tell("fail");
            });
            Receive<Terminated>(terminated => see("Terminated", int.Parse(terminated.ActorRef.Path.Name, CultureInfo.InvariantCulture)));
        }

        protected override SupervisorStrategy SupervisorStrategy() => new OneForOneStrategy(cause =>
        {
            var number = int.Parse(cause.Message, CultureInfo.InvariantCulture);
            _see("decider", number);
            return number % 2 == 0 ? Directive.Restart : Directive.Stop;
        });
    }

    private sealed class Failing : ReceiveActor
    {
        private readonly int _number;
        private readonly Action<string, int> _see;
        private readonly IActorRef _last;

        public Failing(int number, bool isAsync, Action<string, int> see, IActorRef last)
        {
            (_number, _see, _last) = (number, see, last);
            Receive<string>(_ => !isAsync, _ => throw new InvalidOperationException($"{number}"));
            ReceiveAsync<string>(async _ =>
            {
                await Task.Yield();
                throw new InvalidOperationException($"{number}");
            });
        }

        protected override void PreRestart(Exception reason, object message) => See("PreRestart");

        protected override void PostRestart(Exception reason) => See("PostRestart");

        protected override void PostStop() => See("PostStop");

        private void See(string hook)
        {
            _see(hook, _number);
            _last.Tell(_number, ActorRefs.NoSender);
        }
    }

    /// <summary>An executor that runs a mailbox where it is scheduled.</summary>
    private sealed class SameThread(Akka.Configuration.Config config, IDispatcherPrerequisites prerequisites)
        : ExecutorServiceConfigurator(config, prerequisites)
    {
        public const string TypeName = "AkkaInstrumentation.Tests.BaggageSpec+SameThread, Hosting.Tests";

        public override ExecutorService Produce(string id) => new Executor(id);

        private sealed class Executor(string id) : ExecutorService(id)
        {
            public override void Execute(IRunnable run) => run.Run();

            public override void Shutdown() { }
        }
    }

    /// <summary>Leaves a place for baggage in the context of one actor's handlers. It also sees the spans of other tests.</summary>
    private sealed class ClearingProcessor : BaseProcessor<Activity>
    {
        /// <summary>The actor's; null for none.</summary>
        public string? ActorPath { get; set; }

        public override void OnStart(Activity data)
        {
            if (ActorPath is not null && Equals(data.GetTagItem(AkkaSpanAttributes.ActorPath), ActorPath))
            {
                Baggage.SetBaggage("tenant", "of a processor");
                Baggage.RemoveBaggage("tenant");
            }
        }
    }

    private sealed class CopyingProcessor : BaseProcessor<Activity>
    {
        public override void OnStart(Activity data) => data.SetTag("tenant", Baggage.GetBaggage("tenant"));
    }
}
