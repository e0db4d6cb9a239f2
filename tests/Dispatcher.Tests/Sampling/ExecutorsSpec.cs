namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Some executors bring the sender's execution context along, activity and all: it is nobody's business in the handler.</summary>
public sealed class ExecutorsSpec
{
    private static readonly AsyncLocal<string?> Flowing = new();

    public static TheoryData<string> Executors =>
        ["default-executor", "thread-pool-executor", "fork-join-executor", "task-executor", "channel-executor"];

    [Theory]
    [MemberData(nameof(Executors))]
    public async Task Unsampled_and_recorded_messages_find_their_own_before_and_after_awaits(string executor)
    {
        const int messages = 90;
        await using var system = System(executor);
        using var spans = SpanRecorder.WithRoot(out var root);
        using var unrecorded = Unsampled.Activity("not recorded");
        Activity.Current = null;
        unrecorded.Start();
        Flowing.Value = "the sender's";
        var seen = new ConcurrentQueue<(int Message, Activity? Current)>();
        var third = system.ActorOf(Handler.Props((_, message) => seen.Enqueue(((int)message, Activity.Current))).WithDispatcher("mine"));
        var second = system.ActorOf(See(third));
        var first = system.ActorOf(See(second));

        for (var i = 0; i < messages; i++)
        {
            Activity.Current = (i % 3) switch { 0 => null, 1 => root, _ => unrecorded };
            first.Tell(i, ActorRefs.NoSender);
        }

        // five looks at each: twice two around an await, and one
        await Eventually.Equal(5 * messages, () => seen.Count);
        var traceOf = seen.Where(found => found.Message % 3 == 0).GroupBy(found => found.Message)
            .ToDictionary(of => of.Key, of => of.First().Current!.TraceId);
        Assert.All(seen, found => Assert.Equal(
            (found.Message % 3) switch { 1 => root.TraceId, 2 => unrecorded.TraceId, _ => traceOf[found.Message] },
            found.Current?.TraceId));
        Assert.Equal(messages / 3, traceOf.Values.Distinct().Count());
        Assert.All(await spans.WaitForStopped(messages), span => Assert.Equal(root.TraceId, span.TraceId));
        Assert.Equal("the sender's", Flowing.Value);

        Props See(IActorRef next) => AsyncHandler.Props(async (_, message) =>
        {
            seen.Enqueue(((int)message, Activity.Current));
            await Task.Yield();
            seen.Enqueue(((int)message, Activity.Current));
            next.Tell(message, ActorRefs.NoSender);
        }).WithDispatcher("mine");
    }

    /// <summary>Akka's task executor lets it flow from whoever schedules the run; the sender does so when the mailbox is idle.</summary>
    [Fact]
    public async Task What_else_flows_on_the_task_executor_still_does()
    {
        await using var plain = Systems.Plain(Section("task-executor"));
        await using var instrumented = System("task-executor");
        using var all = SpanRecorder.UnderPath("/user/flow");
        Flowing.Value = "the sender's";

        await Flows(plain);
        await Flows(instrumented);

        static async Task Flows(TestSystem system)
        {
            var seen = default(string);
            var actor = system.ActorOf(Handler.Props((_, _) => Volatile.Write(ref seen, Flowing.Value)).WithDispatcher("mine"), "flow");
            await Eventually.True(() =>
            {
                actor.Tell("message", ActorRefs.NoSender);
                return Volatile.Read(ref seen) == "the sender's";
            });
        }
    }

    /// <summary>The thread pool empties the execution context after each work item. Another caller of Execute does not.</summary>
    [Fact]
    public async Task An_executor_that_executes_mailboxes_as_work_items_on_its_own_thread_finds_it_clean_afterwards()
    {
        var executor = $"\"{typeof(WorkItemsConfigurator).FullName}, Dispatcher.Tests\"";
        await using var system = System(executor);
        using var spans = SpanRecorder.UnderPath("/user/nothing");
        var seen = 0;
        var actor = system.ActorOf(Handler.Props((_, _) => seen += Activity.Current is null ? 0 : 1).WithDispatcher("mine"));
        WorkItems.Left.Clear();

        for (var i = 1; i <= 20; i++)
        {
            actor.Tell("message", ActorRefs.NoSender);
            var expected = i;
            await Eventually.Equal(expected, () => Volatile.Read(ref seen));
        }

        await Eventually.True(() => WorkItems.Left.Count >= 20);
        Assert.All(WorkItems.Left, Assert.Null);
    }

    private sealed class WorkItems : ExecutorService
    {
        private readonly BlockingCollection<IRunnable> _items = [];

        public WorkItems(string id)
            : base(id) => new Thread(Work) { IsBackground = true }.UnsafeStart();

        public static ConcurrentQueue<Activity?> Left { get; } = new();

        public override void Execute(IRunnable run) => _items.Add(run);

        public override void Shutdown() => _items.CompleteAdding();

        private void Work()
        {
            foreach (var item in _items.GetConsumingEnumerable())
            {
                item.Execute();
                Left.Enqueue(Activity.Current);
            }
        }
    }

    public sealed class WorkItemsConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : ExecutorServiceConfigurator(config, prerequisites)
    {
        public override ExecutorService Produce(string id) => new WorkItems(id);
    }

    private static TestSystem System(string executor) =>
        Systems.Instrumented(
        $"akka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = always }}\n{Section(executor)}");

    private static string Section(string executor) =>
        $"mine {{ type = Dispatcher, executor = {executor}, dedicated-thread-pool {{ thread-count = 3, threadtype = background }} }}";
}
